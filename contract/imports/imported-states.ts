import { APPLICATION_STATUS, type ApplicationStatus } from '../applications/application-statuses.ts'
import { APPLICATION_STATUSES } from '../applications/status-lists.ts'

/** What an imported application can be: in a status, archived without a decision, or withdrawn by its applicant. */
export const IMPORTED_STATES = [...APPLICATION_STATUSES, 'archived', 'withdrawn'] as const

/** See {@link IMPORTED_STATES}. */
export type ImportedState = ApplicationStatus | 'archived' | 'withdrawn'

/** What a state is called where a person chooses it. */
export function stateName(state: ImportedState): string {
  if (state === 'archived') return 'Archived, not decided'
  return state === 'withdrawn' ? 'Withdrawn by the applicant' : APPLICATION_STATUS[state].name
}
