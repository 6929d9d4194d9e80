import type { HistoryEntry } from '../../../contract/applications/history.ts'
import { wordOf } from '../../../contract/applications/status-lists.ts'
import { JOB_FIELDS } from '../../../contract/jobs/posting-fields.ts'
import { MESSAGE_KIND } from '../../../contract/messages/message-kinds.ts'
import { MESSAGE_STATE } from '../../../contract/messages/message-states.ts'
import { formatJobId } from '../../posting/job-id.ts'
import { formatCalendarDay } from '../../ui/text/date-formats.ts'

type Event = HistoryEntry['event']

type HoldAction = 'hold_set' | 'hold_renewed'

type SaidWithMore =
  | 'received'
  | 'status_changed'
  | 'cloned'
  | 'edited'
  | 'message'
  | 'filled'
  | 'erasure_requested'
  | HoldAction

/** What happened, where the action says all of it. */
export const EVENT_SENTENCES: Record<Exclude<Event['action'], SaidWithMore | keyof typeof NAMING>, string> = {
  feedback_changed: 'Feedback changed',
  comment_added: 'Comment added',
  reply_received: 'Reply received',
  reply_settled: 'Reply marked as needing no answer',
  reply_unsettled: 'Reply marked as unanswered',
  comment_changed: 'Comment changed',
  comment_deleted: 'Comment deleted',
  scorecard_given: 'Scorecard given',
  scorecard_changed: 'Scorecard changed',
  scorecard_skipped: 'Scorecard skipped, to read those of others',
  colleague_asked: 'Colleague asked',
  colleague_opened: 'Colleague opened the application',
  colleague_answered: 'Colleague answered',
  colleague_link_made: 'Link for a colleague made',
  colleague_link_ended: 'Link of a colleague ended',
  interview_date_changed: 'Interview date changed',
  archived: 'Archived',
  unarchived: 'Unarchived',
  released: 'Released from quarantine: not spam',
  resume_downloaded: 'Resume opened or downloaded',
  data_exported: 'Everything about the person downloaded',
  resume_prefetched: 'Resume loaded ahead of its review',
  marked_answered: 'Marked as answered',
  unmarked_answered: 'No longer marked as answered',
  note_added: 'Note added by the applicant',
  resume_replaced: 'Resume replaced by the applicant',
  withdrawn: 'Withdrawn by the applicant',
  retention_ended: 'Erasure requested by the rules of retention',
  hold_ended: 'Legal hold ended',
  brought_back: 'Brought back, not to be erased yet',
  imported: 'Imported from another system',
  import_filled: 'Empty fields filled in by an import',
  consent_given: 'Consent to stay on file given by the applicant',
  consent_withdrawn: 'Consent to stay on file withdrawn by the applicant',
  interview_planned: 'Interview planned',
  interview_changed: 'Interview changed',
  interview_cancelled: 'Interview cancelled',
  interview_restored: 'Cancellation of the interview undone',
  interview_accepted: 'Interview accepted by the applicant',
  interview_declined: 'Interview declined by the applicant',
  interview_offered: 'Times for an interview offered',
  interview_offer_withdrawn: 'Offered times withdrawn',
  interview_offer_declined: 'Other times asked for by the applicant',
  interview_offer_expired: 'Offered times ended without a choice',
  interview_chosen: 'Interview time chosen by the applicant',
  created: 'Posting created',
  activated: 'Activated',
  deactivated: 'Deactivated',
  deleted: 'Deleted',
  erased: 'Erased, with all files',
}

const RECEIVED = 'Application received'
const RECEIVED_IN_QUARANTINE = 'Application received and quarantined'

/** What happened, as a sentence. */
export function describeEvent(event: Event): string {
  const text = textOf(event)
  return 'undone' in event && event.undone ? `Undone: ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text
}

/** How the sentences of those events begin that end with a name. */
const NAMING = {
  assigned: 'Assigned to',
  unassigned: 'No longer assigned to',
  tagged: 'Tagged',
  untagged: 'No longer tagged',
} as const

function isNaming(event: Event): event is Extract<Event, { action: keyof typeof NAMING }> {
  return event.action in NAMING
}

const HOLDING: Record<HoldAction, string> = { hold_set: 'Legal hold set', hold_renewed: 'Legal hold renewed' }

function isOfHold(event: Event): event is Extract<Event, { action: HoldAction }> {
  return event.action in HOLDING
}

function textOf(event: Event): string {
  if (event.action === 'filled') return describeFilling(event)
  if (event.action === 'erasure_requested')
    return event.cause === 'owner' ? 'Erasure requested' : 'Erasure requested by the applicant'
  if (isOfHold(event))
    return [HOLDING[event.action], event.until && `until ${formatCalendarDay(event.until)}`].filter(Boolean).join(' ')
  if (isNaming(event)) return `${NAMING[event.action]} ${event.name ?? '(erased)'}`
  return sentenceOf(event)
}

function sentenceOf(
  event: Exclude<Event, { action: 'filled' | 'erasure_requested' | HoldAction | keyof typeof NAMING }>,
): string {
  if (event.action === 'received') return event.quarantined ? RECEIVED_IN_QUARANTINE : RECEIVED
  if (event.action === 'status_changed') return `Status changed from ${wordOf(event.from)} to ${wordOf(event.to)}`
  if (event.action === 'message' && event.kind === 'interview_cancellation' && event.state === 'cancelled')
    return 'Mail about the cancelled interview not sent'
  if (event.action === 'message')
    return `${MESSAGE_KIND[event.kind].history} ${event.edited ? 'edited' : MESSAGE_STATE[event.state].history}`
  if (event.action === 'cloned') return `Cloned from ${formatJobId(event.fromId)}`
  if (event.action === 'edited') return `Edited: ${event.fields.map((field) => JOB_FIELDS[field].inHistory).join(', ')}`
  return EVENT_SENTENCES[event.action]
}

/** That a posting was filled, and what that meant for its applications. */
function describeFilling({ hired = 0, rejected = 0 }: Extract<Event, { action: 'filled' }>): string {
  const outcomes = [hired > 0 && `${hired} hired`, rejected > 0 && `${rejected.toLocaleString('en-US')} rejected`]
  return ['Marked as filled', outcomes.filter(Boolean).join(', ')].filter(Boolean).join(': ')
}

/** Entries that follow each other and say the same, as one. */
export type FoldedEntry = { newest: HistoryEntry; count: number }

/** Folds neighbors of one person that say the same; the entries come newest first. */
export function foldHistory(entries: HistoryEntry[]): FoldedEntry[] {
  const folded: FoldedEntry[] = []
  for (const entry of entries) {
    const last = folded.at(-1)
    if (last && isRepeated(last.newest, entry)) last.count += 1
    else folded.push({ newest: entry, count: 1 })
  }
  return folded
}

/** Each begins or ends a time in which nothing is erased. */
const NEVER_FOLDED: ReadonlySet<string> = new Set<Event['action']>(['hold_set', 'hold_renewed', 'hold_ended'])

function isRepeated(one: HistoryEntry, other: HistoryEntry): boolean {
  return (
    !NEVER_FOLDED.has(one.event.action) &&
    one.by === other.by &&
    describeEvent(one.event) === describeEvent(other.event)
  )
}
