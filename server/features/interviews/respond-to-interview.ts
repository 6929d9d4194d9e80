import type { Transaction } from 'kysely'
import type { InvitationResponse } from '../../../contract/interviews/interview.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { RequestError, tooManyRequests } from '../../platform/http/request-error.ts'
import { countOwnEntries, recordAction } from '../audit/audit-queries.ts'
import { requireShownInterview, updateInterview } from './stored/interview-queries.ts'

/** Responses that one application may change in {@link RESPONSES_MS}: each is an entry of its history for ever. */
const MOST_RESPONSES = 20
const RESPONSES_MS = 60 * 60_000

/** The events of responses, by what they say. */
const EVENTS = { accepted: 'interview_accepted', declined: 'interview_declined' } as const

/**
 * Stores what the applicant says to an invitation, in a transaction that has locked the application. A repeated request
 * changes nothing.
 * @throws {RequestError} `not_found`, `invalid_request`, `too_many_requests`, or `changed_meanwhile` when the applicant has read
 * another version
 */
export async function respondToInterview(
  trx: Transaction<Tables>,
  { applicationId, interviewId }: { applicationId: number; interviewId: number },
  { response, reason, version }: InvitationResponse,
  now: Date,
): Promise<void> {
  const interview = await requireShownInterview(trx, { applicationId, id: interviewId, now })
  if (interview.response === response && interview.response_reason === reason) return
  if (interview.state === 'cancelled') throw new RequestError('invalid_request', 'This interview was cancelled.')
  if (interview.starts_at <= now.toISOString())
    throw new RequestError('invalid_request', 'This interview has begun already.')
  if (interview.version !== version)
    throw new RequestError('changed_meanwhile', 'This interview has changed. Look at it again, and answer then.')
  const own = { actions: Object.values(EVENTS), now, withinMs: RESPONSES_MS, limit: MOST_RESPONSES }
  if ((await countOwnEntries(trx, applicationId, own)) >= MOST_RESPONSES)
    throw tooManyRequests('You have changed your response very often.', RESPONSES_MS)
  await updateInterview(trx, interviewId, { response, response_reason: reason, responded_at: now.toISOString() })
  await recordAction(trx, {
    ...{ by: null, now, id: applicationId, subject: 'application' },
    event: { action: EVENTS[response] },
  })
}
