import { vi } from 'vitest'
import { findApplication } from '../../server/features/applications/application-queries.ts'
import { reindexApplication } from '../../server/features/applications/search/application-search-queries.ts'
import { extractTextTask } from '../../server/features/resumes/resume-task-kinds.ts'
import { storeResumeText } from '../../server/features/resumes/resume-text-queries.ts'
import type { Db, ResumeTextRow } from '../../server/platform/database/tables.ts'
import { PARSER_VERSION } from '../../server/platform/text-extraction/text-extractor.ts'

/** Stores the text of a resume, as its extraction would, for an application that has none yet. */
export async function insertResumeText(
  db: Db,
  applicationId: number,
  text: string,
  changes: Partial<ResumeTextRow> = {},
): Promise<void> {
  const application = await findApplication(db, applicationId)
  if (!application) throw new Error(`There is no application ${applicationId}.`)
  await storeResumeText(db, {
    application_id: applicationId,
    state: 'extracted',
    text,
    pages: 1,
    is_truncated: 0,
    parser_version: PARSER_VERSION,
    extracted_at: '2026-03-01T12:00:00.000Z',
    ...changes,
  })
  await reindexApplication(db, { ...application, resume_text: '' }, { ...application, resume_text: text })
}

/** Waits until the text of each resume is read, which changes rows and opens files, or its store has failed. */
export async function textsAreRead(db: Db): Promise<void> {
  const waiting = db
    .selectFrom('outbox_tasks')
    .select('id')
    .where('kind', '=', extractTextTask.kind)
    .where('last_error', 'is', null)
  await vi.waitUntil(async () => !(await waiting.executeTakeFirst()), { timeout: 30_000, interval: 50 })
}
