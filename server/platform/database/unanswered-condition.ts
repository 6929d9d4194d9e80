import { FINAL_STATUSES } from '../../../contract/applications/status-lists.ts'

const IS_FINAL = `status in (${FINAL_STATUSES.map((status) => `'${status}'`).join(', ')})`

/**
 * Whether an application is decided while its applicant does not know it, as SQL. It is the condition of the partial index
 * `applications_unanswered`, letter by letter, because otherwise no engine uses it: one more final status needs a migration
 * that makes the index anew.
 */
export const IS_UNANSWERED = `withdrawn_at is null and (archived = 1 or ${IS_FINAL})
    and coalesce(answered_status, '') <> case when ${IS_FINAL} then status else 'archived' end`
