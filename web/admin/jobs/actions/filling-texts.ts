import type { FilledJob } from '../../../../contract/filling/filling.ts'
import type { MessageRule } from '../../../../contract/messages/message-kinds.ts'
import { UNDO_TIME_TEXT } from '../../../../contract/wire/undo-time.ts'
import { formatCount } from '../../../ui/text/format-count.ts'
import { countApplications, describeRefused } from '../../applications/changes/change-texts.ts'

/** What becomes of the messages, as a choice. */
export function labelOfRule(rule: MessageRule, sendsMail: boolean): string {
  const labels: Record<MessageRule, string> = {
    always: `Send in ${UNDO_TIME_TEXT}`,
    ask: sendsMail ? 'Confirm each under Messages' : 'Keep each under Messages',
    never: 'No message',
  }
  return labels[rule]
}

/** What *Fill and reject them* is about to do, as sentences. */
export function summarizeFilling(about: {
  hired: string | undefined
  rejected: number
  staying: number
  unlisted: number
}): string {
  const { hired, rejected, staying, unlisted } = about
  const sentences = [
    hired && `${hired} is hired.`,
    rejected > 0 &&
      `Rejecting concerns ${countApplications(rejected)}${staying > 0 ? `; ${formatCount(staying)} in Interview ${staying === 1 ? 'stays' : 'stay'} open` : ''}.`,
    unlisted > 0 && `${formatCount(unlisted)} more are too many for one step and stay open.`,
    `One undo takes everything back, for ${UNDO_TIME_TEXT}.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** What happened to whom when a posting was filled, as sentences. */
export function describeFilled({ hired, rejected, refused, stillOpen }: FilledJob): string {
  const sentences = [
    hired && `${hired.name} is hired.`,
    rejected > 0 && `${countApplications(rejected)} rejected.`,
    refused.length > 0 && `Not rejected: ${describeRefused(refused)}`,
    stillOpen > 0 && `${countApplications(stillOpen)} ${stillOpen === 1 ? 'stays' : 'stay'} open.`,
  ]
  return sentences.filter(Boolean).join(' ')
}
