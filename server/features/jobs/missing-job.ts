import type { Db } from '../../platform/database/tables.ts'
import { notFound, type RequestError } from '../../platform/http/request-error.ts'
import { hasHistory } from '../audit/audit-queries.ts'

/** The error for a posting that is not stored: the audit trail tells a deleted one from a number that none ever had. */
export async function missingJob(db: Db, id: number): Promise<RequestError> {
  const wasStored = await hasHistory(db, 'job', id)
  return notFound(wasStored ? 'This posting was deleted.' : 'There is no posting with this number.')
}
