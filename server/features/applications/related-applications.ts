import type { RelatedApplications } from '../../../contract/applications/application-changes.ts'
import { RELATED_LENGTH } from '../../../contract/wire/limits.ts'
import type { Db } from '../../platform/database/tables.ts'
import { presentApplication } from './stored/application-presenter.ts'
import { findApplications } from './stored/application-queries.ts'

type Match = RelatedApplications['applications'][number]['matches'][number]

/**
 * Other applications of the same person, newest first, up to {@link RELATED_LENGTH}, without quarantined ones.
 * @returns undefined when there is no such application
 */
export async function findRelated(db: Db, id: number): Promise<RelatedApplications | undefined> {
  const keys = await db
    .selectFrom('applications')
    .leftJoin('resumes', (join) =>
      join.onRef('resumes.application_id', '=', 'applications.id').on('replaced_at', 'is', null),
    )
    .select(['email_key as email', 'phone_digits as phone', 'sha256 as file'])
    .where('applications.id', '=', id)
    .executeTakeFirst()
  if (!keys) return undefined
  const matches = new Map<number, Match[]>()
  for (const [match, key] of Object.entries(keys) as [Match, string | null][]) {
    if (key === null) continue
    for (const other of await newestWith(db, id, match, key)) {
      matches.set(other, [...(matches.get(other) ?? []), match])
    }
  }
  // Ids grow with time: the newest of each kind include the newest of all.
  const newest = [...matches.keys()].toSorted((one, other) => other - one).slice(0, RELATED_LENGTH)
  const rows = await findApplications(db, newest)
  return {
    applications: rows.map((row) => ({ application: presentApplication(row), matches: matches.get(row.id) ?? [] })),
  }
}

const COLUMN = { email: 'email_key', phone: 'phone_digits', file: 'sha256' } as const

/** Ids of the newest applications, other than one, that have a key in common. An index has each column. */
async function newestWith(db: Db, id: number, match: Match, key: string): Promise<number[]> {
  const query =
    match === 'file'
      ? db.selectFrom('resumes').innerJoin('applications', 'applications.id', 'resumes.application_id')
      : db.selectFrom('applications').leftJoin('resumes', 'resumes.application_id', 'applications.id')
  const rows = await query
    .select('applications.id')
    .where(COLUMN[match], '=', key)
    .where('applications.id', '!=', id)
    .where('quarantined', '=', 0)
    .where('resumes.replaced_at', 'is', null)
    .orderBy(match === 'file' ? 'resumes.application_id' : 'applications.id', 'desc')
    .limit(RELATED_LENGTH)
    .execute()
  return rows.map((row) => row.id)
}
