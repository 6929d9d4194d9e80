import type { Db, ResumeRow, ResumeTextRow } from '../../platform/database/tables.ts'

/** The stored text of the current resume; undefined before it was read. */
export function findResumeText(db: Db, applicationId: number): Promise<ResumeTextRow | undefined> {
  return db.selectFrom('resume_texts').selectAll().where('application_id', '=', applicationId).executeTakeFirst()
}

/** The text that the same parsers have read from the same bytes for another application. */
export function findKnownText(
  db: Db,
  { sha256, kind }: Pick<ResumeRow, 'sha256' | 'kind'>,
  parserVersion: string,
): Promise<ResumeTextRow | undefined> {
  return db
    .selectFrom('resumes')
    .innerJoin('resume_texts', 'resume_texts.application_id', 'resumes.application_id')
    .selectAll('resume_texts')
    .where('sha256', '=', sha256)
    .where('kind', '=', kind)
    .where('replaced_at', 'is', null)
    .where('parser_version', '=', parserVersion)
    .limit(1)
    .executeTakeFirst()
}

/** Stores the text of a resume, in the place of an earlier one. */
export async function storeResumeText(db: Db, text: ResumeTextRow): Promise<void> {
  const { application_id: _, ...columns } = text
  await db
    .insertInto('resume_texts')
    .values(text)
    .onConflict((conflict) => conflict.column('application_id').doUpdateSet(columns))
    .execute()
}

/** Deletes the text of a resume. */
export async function deleteResumeText(db: Db, applicationId: number): Promise<void> {
  await db.deleteFrom('resume_texts').where('application_id', '=', applicationId).execute()
}

/** The texts of resumes, each at most so long, by application. */
export async function listResumeTexts(db: Db, applicationIds: number[], length: number): Promise<Map<number, string>> {
  if (applicationIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('resume_texts')
    .select(['application_id', ({ fn, val }) => fn<string>('substr', ['text', val(1), val(length)]).as('text')])
    .where('application_id', 'in', applicationIds)
    .execute()
  return new Map(rows.map(({ application_id, text }) => [application_id, text]))
}

/** Marks every text as outdated. It can be read and searched until the next one takes its place. */
export async function outdateTexts(db: Db): Promise<void> {
  await db.updateTable('resume_texts').set({ parser_version: '' }).execute()
}

/** The next texts, by application, each with the version of the parsers that has read it. */
export function listTextsAfter(db: Db, { afterId, limit }: { afterId: number; limit: number }) {
  return db
    .selectFrom('resume_texts')
    .select(['application_id', 'parser_version'])
    .where('application_id', '>', afterId)
    .orderBy('application_id')
    .limit(limit)
    .execute()
}

/**
 * Marks those of the texts as outdated that another version of the parsers has read, unless they are marked already.
 * @returns their applications: no other process gets the same
 */
export async function claimOutdatedTexts(db: Db, applicationIds: number[], parserVersion: string): Promise<number[]> {
  const claimed = await db
    .updateTable('resume_texts')
    .set({ parser_version: '' })
    .where('application_id', 'in', applicationIds)
    .where('parser_version', 'not in', ['', parserVersion])
    .returning('application_id')
    .execute()
  return claimed.map((text) => text.application_id)
}

/** Whether the text is marked as outdated. */
export async function isTextOutdated(db: Db, applicationId: number): Promise<boolean> {
  const outdated = db.selectFrom('resume_texts').select('application_id').where('parser_version', '=', '')
  return (await outdated.where('application_id', '=', applicationId).executeTakeFirst()) !== undefined
}

/** The next applications whose resume has no text of this version of the parsers; infected resumes are never read. */
export async function listUnreadResumes(
  db: Db,
  parserVersion: string,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('resumes')
    .leftJoin('resume_texts', 'resume_texts.application_id', 'resumes.application_id')
    .select('resumes.application_id')
    .where('resumes.application_id', '>', afterId)
    .where('replaced_at', 'is', null)
    .where((where) => where.or([where('scan', 'is', null), where('scan', '!=', 'infected')]))
    .where((where) => where.or([where('parser_version', 'is', null), where('parser_version', '!=', parserVersion)]))
    .orderBy('resumes.application_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.application_id)
}
