import { nameKey } from '../../../../contract/team/name-key.ts'
import { formatReference } from '../../../../contract/wire/reference.ts'
import type { JobRow } from '../../../platform/database/tables.ts'

/** What a position in a table is recognised by: the key of a title, code or number, and the posting. */
export type KnownJobs = ReadonlyMap<string, number>

/** Puts postings into the order in which a text means them. Of several with one title it means the open one, and else the newest. */
export function knownJobs(
  jobs: readonly Pick<JobRow, 'id' | 'title' | 'internal_job_code' | 'is_active'>[],
): KnownJobs {
  const known = new Map<string, number>()
  const inOrder = jobs.toSorted((one, other) => other.is_active - one.is_active || other.id - one.id)
  for (const { id, title, internal_job_code } of inOrder)
    for (const text of [formatReference('JOB', id), internal_job_code, title]) {
      const key = nameKey(text ?? '')
      if (key !== '' && !known.has(key)) known.set(key, id)
    }
  return known
}

/** The posting that a text means; null where none is known. */
export function findKnownJob(known: KnownJobs, text: string): number | null {
  return known.get(nameKey(text)) ?? null
}
