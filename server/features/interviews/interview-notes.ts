import type { InterviewRow } from '../../platform/database/tables.ts'
import type { InterviewColumns, InterviewNotes } from '../applications/changes/application-change-queries.ts'

/** What a change has given an interview, and what it had before. */
export type DatedNote = NonNullable<InterviewNotes['dated']>[number]

/** What an undo needs of a changed interview. @param given the columns that the change gives, with their values */
export function noteOfChange(interview: InterviewRow, given: InterviewColumns): DatedNote {
  const { response, response_reason, responded_at, changed_at } = interview
  const columns = Object.keys(given) as (keyof typeof given)[]
  const before = Object.fromEntries(columns.map((column) => [column, interview[column]]))
  return {
    ...{ id: interview.id, startsAt: given.starts_at ?? interview.starts_at, given },
    before: { ...before, response, response_reason, responded_at, changed_at },
  }
}
