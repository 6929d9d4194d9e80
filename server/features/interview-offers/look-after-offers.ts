import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { TimedWork } from '../../platform/every.ts'
import { lockAndFind } from '../applications/changes/apply-changes.ts'
import type { Services } from '../feature.ts'
import { isOfferOpen } from '../messages/open-offers.ts'
import { closeOffer } from './change-offers.ts'
import { queueOfferMessage } from './offer-messages.ts'
import { findOffer, isAnnounced, listWaiting, type OfferWithApplicant, updateOpenOffer } from './offer-queries.ts'
import { readTaken, timesOfOffer } from './taken-times.ts'

/** Time between two looks at open offers, in milliseconds. */
const PAUSE_MS = 5 * 60_000

/** Reminds applicants, and closes offers whose last day is over or that have no time left. */
async function lookAfterOffers(
  { db, ...services }: Pick<Services, 'db' | 'messages' | 'findAddressees'>,
  now: Date,
): Promise<number> {
  const waiting = await listWaiting(db)
  const isTaken = await readTaken(db, waiting, null)
  const due = waiting.filter((offer) => isDue(offer, now) || timesLeft(offer, isTaken, now).length === 0)
  for (const { id, application_id } of due) {
    await db.transaction().execute(async (trx) => {
      await lockAndFind(trx, [application_id])
      // Erased since, or looked after by another process.
      const offer = await findOffer(trx, id)
      if (offer?.state === 'open') await settle({ trx, ...services }, offer, now)
    })
  }
  return due.length
}

function isDue({ ends_at, remind_at }: OfferWithApplicant, now: Date): boolean {
  const at = now.toISOString()
  return ends_at <= at || (remind_at !== null && remind_at <= at)
}

type TimeTest = Awaited<ReturnType<typeof readTaken>>

function timesLeft(offer: OfferWithApplicant, isTaken: TimeTest, now: Date): string[] {
  return timesOfOffer(offer).filter((startsAt) => startsAt > now.toISOString() && !isTaken(offer, startsAt))
}

async function settle(
  { trx, ...services }: { trx: Transaction<Tables> } & Pick<Services, 'messages' | 'findAddressees'>,
  offer: OfferWithApplicant,
  now: Date,
): Promise<void> {
  const left = timesLeft(offer, await readTaken(trx, [offer], null), now)
  if (offer.ends_at <= now.toISOString() || left.length === 0)
    return closeOffer(trx, offer, { state: 'expired' }, { by: null, now })
  await updateOpenOffer(trx, offer.id, { remind_at: null })
  // An applicant who has not got the offer gets no reminder of it.
  if (!(await isOfferOpen(trx, offer.id, now)) || !(await isAnnounced(trx, offer.id))) return
  const reminder = { by: null, now, delayMs: 0, times: left }
  await queueOfferMessage({ trx, ...services }, 'interview_offer_reminder', offer, reminder)
}

/** Looks after open offers. Several processes may do so at once. */
export function lookingAfterOffers({
  clock,
  outbox,
  ...services
}: Pick<Services, 'db' | 'messages' | 'findAddressees' | 'clock' | 'outbox'>): TimedWork {
  return {
    name: 'look-after-interview-offers',
    everyMs: PAUSE_MS,
    isDueAtStart: true,
    faultLevel: 'error',
    run: async () => {
      if ((await lookAfterOffers(services, clock())) > 0) outbox.wake()
    },
  }
}
