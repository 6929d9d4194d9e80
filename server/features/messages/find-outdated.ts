import { UNSENT_MAIL } from '../../../contract/messages/mail-terms.ts'
import type { Db, MessageRow } from '../../platform/database/tables.ts'
import { type DecisionMessage, findDecided, listDecisionMessages, listPresentInterviews } from './message-queries.ts'
import { isByHand } from './one-mail.ts'

/**
 * The ended ones that no longer say what is true: about a cancelled interview, about a decision that is not the present one,
 * one that another message tells already, or to an applicant who has withdrawn since.
 * @returns their ids
 */
export async function findOutdated(db: Db, messages: readonly MessageRow[]): Promise<Set<number>> {
  const ended = messages.filter(({ state }) => state !== 'draft' && state !== 'waiting')
  const applications = ended.map((message) => message.application_id)
  const presentInterviews = await listPresentInterviews(db, ended)
  const decided = await findDecided(db, applications)
  const named = new Set(ended.map(({ id }) => id))
  const decisions = await listDecisionMessages(db, applications)
  const telling = decisions.filter(({ id, state }) => state !== 'cancelled' || named.has(id))
  const isOutdated = (message: MessageRow) => {
    const { application_id, kind, cancelled_at, change_id, interview_id } = message
    const { to_interviewer, created_at, superseded_by } = message
    const { status, withdrawn_at } = decided.get(application_id) ?? { status: undefined, withdrawn_at: null }
    // Applicants who withdraw were promised to be left alone; what a person writes afterwards, they write knowing it.
    if (to_interviewer === 0 && withdrawn_at !== null && created_at <= withdrawn_at) return true
    // One that was cancelled under way may have ended otherwise.
    if (interview_id !== null)
      return cancelled_at !== null || !presentInterviews.has(message.reason.split(':', 3).join(':'))
    // Its text tells the decision that has taken it over.
    if (change_id === null) return superseded_by !== null
    return status !== kind || telling.some((other) => !isReplacedBy(other, message) && tellsInstead(other, message))
  }
  return new Set(ended.filter(isOutdated).map(({ id }) => id))
}

/** Whether a message by hand takes the place of one about the same change that has not left. */
function isReplacedBy(other: DecisionMessage, message: MessageRow): boolean {
  if (other.replaced_by === message.id) return true
  return isByHand(message) && other.change_id === message.change_id && UNSENT_MAIL.includes(other.state)
}

/** Whether another message tells the same: a later one, or an earlier one that had not ended when this one was written. */
function tellsInstead(other: DecisionMessage, { id, application_id, kind, created_at }: MessageRow): boolean {
  if (other.application_id !== application_id || other.kind !== kind || other.id === id) return false
  if (other.id > id) return true
  return other.state !== 'cancelled' && (other.settled_at === null || other.settled_at > created_at)
}
