import type { Transaction } from 'kysely'
import { INTERVIEW_FORMS } from '../../../contract/interviews/interview-terms.ts'
import type { OfferMessageKind } from '../../../contract/messages/message-kinds.ts'
import { formatAnswerDay } from '../../../contract/promise/answer-clock.ts'
import { dayIn } from '../../../contract/promise/calendar-days.ts'
import { zoneName } from '../../../contract/site/zone-name.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { isolateDirection } from '../../platform/mail/isolate-direction.ts'
import { formatStart } from '../../platform/written-times.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { interviewersOf } from '../interviews/stored/interview-presenter.ts'
import type { OfferWithApplicant } from './offer-queries.ts'
import { timesOfOffer } from './taken-times.ts'

/**
 * Queues a message about an offer to its applicant, in the transaction of its cause.
 * @param queued.by who signs it; null for the company, which signs what the program sends
 * @param queued.times the offered times that it names
 */
export async function queueOfferMessage(
  { trx, messages, findAddressees }: { trx: Transaction<Tables> } & Pick<Services, 'messages' | 'findAddressees'>,
  kind: OfferMessageKind,
  offer: OfferWithApplicant,
  {
    by,
    now,
    delayMs,
    times = timesOfOffer(offer),
  }: { by: Actor | null; now: Date; delayMs: number; times?: readonly string[] },
): Promise<void> {
  const [addressee] = await findAddressees(trx, [offer.application_id])
  if (!addressee) return
  const interview = describeOffer(offer, times, now)
  await messages.aboutOffer(trx, addressee, {
    kind,
    offerId: offer.id,
    interview,
    sender: by?.displayName ?? null,
    username: offer.username,
    now,
    delayMs,
  })
}

/** What is offered, for people: the times in the zone in which they were chosen, which is named once. */
function describeOffer(offer: OfferWithApplicant, times: readonly string[], now: Date): string {
  const { minutes, kind, place, time_zone: timeZone, last_day } = offer
  const reader = { timeZone, today: dayIn(now, timeZone) }
  const names = interviewersOf(offer).map(({ name }) => isolateDirection(name))
  const form = INTERVIEW_FORMS[kind].toLowerCase()
  const where = kind === 'on_site' && place ? `${form} (${place})` : form
  const interviewers = names.length > 0 ? `, with ${names.join(', ')}` : ''
  return [
    `It takes ${minutes} minutes, ${where}${interviewers}. These times are offered (${zoneName(timeZone)}):`,
    ...times.map((startsAt) => `- ${formatStart(startsAt, reader)}`),
    `\nPlease choose by ${formatAnswerDay(last_day, reader.today)}.`,
  ].join('\n')
}
