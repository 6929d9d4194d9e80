import type { Transaction } from 'kysely'
import type { InterviewKind } from '../../../contract/interviews/interview-terms.ts'
import type { OfferMessageKind } from '../../../contract/messages/message-kinds.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { isolateDirection } from '../../platform/mail/isolate-direction.ts'
import { formatZone } from '../../platform/written-times.ts'
import type { Actor } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { interviewersOf } from '../interviews/interview-presenter.ts'
import type { OfferWithApplicant } from './offer-queries.ts'
import { timesOfOffer } from './taken-times.ts'

const KINDS: Readonly<Record<InterviewKind, string>> = {
  phone: 'by telephone',
  video: 'by video',
  on_site: 'on site',
  undecided: 'Not decided yet',
}

/**
 * Queues a message about an offer to its applicant, in the transaction of its cause.
 * @param queued.by who signs it; null for the company, as what nobody has sent
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
  const interview = describeOffer(offer, times)
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
function describeOffer(offer: OfferWithApplicant, times: readonly string[]): string {
  const { minutes, kind, place, time_zone, last_day } = offer
  const names = interviewersOf(offer).map(({ name }) => isolateDirection(name))
  const where = kind === 'on_site' && place ? `${KINDS[kind]} (${place})` : KINDS[kind]
  const whom = names.length > 0 ? `, with ${names.join(', ')}` : ''
  return [
    `It takes ${minutes} minutes, ${where}${whom}. These times are offered (${formatZone(time_zone)}):`,
    ...times.map((startsAt) => `- ${describeTime(startsAt, time_zone)}`),
    `\nPlease choose by ${formatDay(`${last_day}T12:00:00.000Z`, 'UTC')}.`,
  ].join('\n')
}

/** A time for people, such as `Thursday, December 3, 2:30 PM`. */
function describeTime(startsAt: string, timeZone: string): string {
  const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone })
  // Some mail programs show the narrow space of this format as a box.
  return `${formatDay(startsAt, timeZone)}, ${clock.format(new Date(startsAt)).replaceAll('\u202f', ' ')}`
}

function formatDay(instant: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone })
  return format.format(new Date(instant))
}
