import type { ExpressionBuilder } from 'kysely'
import { OPEN_STATUSES } from '../../../contract/applications/status-lists.ts'
import type { Tables } from './tables.ts'

/**
 * Whether an interview is one after which scorecards are due: planned with invitations, of an application that waits for a decision,
 * neither decided, archived, withdrawn nor in quarantine. When it took place is asked beside it.
 */
export function areScorecardsDue({ and, eb }: ExpressionBuilder<Tables, 'interviews' | 'applications'>) {
  return and([
    eb('interviews.state', '=', 'planned'),
    eb('interviews.invited_at', 'is not', null),
    eb('applications.status', 'in', OPEN_STATUSES),
    eb('applications.archived', '=', 0),
    eb('applications.quarantined', '=', 0),
    eb('applications.withdrawn_at', 'is', null),
  ])
}
