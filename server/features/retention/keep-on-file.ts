import type { Transaction } from 'kysely'
import type { Keeping } from '../../../contract/applications/my-application.ts'
import { addDays } from '../../../contract/promise/calendar-days.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { bringBack } from '../applications/changes/set-aside.ts'
import { findEmailKey } from '../applications/stored/email-key-queries.ts'
import { findConsent, giveConsent, withdrawConsents } from '../consents/consent-queries.ts'
import { holdConsentText, readConsentText } from '../consents/consent-texts.ts'
import { type Judged, type Judging, judge, lockAndJudge } from './judge-people.ts'
import { clockOf } from './retention-clock.ts'

/** Where nothing is announced and nobody has agreed to anything. */
const NOTHING: Keeping = { eraseOn: null, offer: null, consent: null }

/**
 * Whether an applicant stays on file, and can agree to that. It is offered to those to whom the erasure was announced, and to those who are
 * set aside after that: before, an erasure to come would tell of a decision that the applicant does not know.
 */
export async function readKeeping(
  db: Db,
  services: Judging,
  { applicationId, now }: { applicationId: number; now: Date },
): Promise<Keeping> {
  const judged = await findJudged(db, services, applicationId)
  if (!judged) return NOTHING
  const consent = await findConsent(db, applicationId)
  const stands = consent !== null && consent.withdrawnAt === null
  const isOffered = isOfferedTo(judged)
  return {
    eraseOn: isOffered ? eraseOnOf(judged) : null,
    offer: isOffered
      ? { ...(await readConsentText(db, services)), until: dueWithConsent(judged, services, now) }
      : null,
    consent: stands
      ? { version: consent.version, text: consent.text, at: consent.at, until: judged.clock?.due ?? null }
      : null,
  }
}

/**
 * Notes that the applicant agrees to stay on file for one more period, with all applications of the same address; those that are set aside
 * come back. A repeated request finds that done.
 * @param agreed.version of the text that was read
 * @throws {RequestError} where there is nothing to agree to, or the text was worded anew meanwhile
 */
export async function keepOnFile(
  trx: Transaction<Tables>,
  services: Judging,
  { applicationId, version, now }: { applicationId: number; version: number; now: Date },
): Promise<void> {
  const judged = await lockJudged(trx, services, applicationId)
  const before = await findConsent(trx, applicationId)
  if (!judged || !isOfferedTo(judged)) {
    if (before !== null && before.withdrawnAt === null && before.version === version) return
    throw new RequestError(
      'invalid_request',
      'Nothing of yours is about to be erased, so there is nothing to agree to.',
    )
  }
  if ((await holdConsentText(trx, services, now)) !== version)
    throw new RequestError(
      'changed_meanwhile',
      'The text has changed since you opened this page. Please read it again.',
    )
  const ids = judged.applications.map(({ id }) => id)
  await giveConsent(trx, ids, { version, now })
  await bringBack(trx, { by: null, now }, ids)
}

/** Takes every consent of the applicant back: what is due then is due as if there had never been one. A repeated request finds none. */
export async function withdrawConsent(
  trx: Transaction<Tables>,
  services: Judging,
  { applicationId, now }: { applicationId: number; now: Date },
): Promise<void> {
  const judged = await lockJudged(trx, services, applicationId)
  if (!judged) return
  await withdrawConsents(
    trx,
    judged.applications.map(({ id }) => id),
    now,
  )
}

async function lockJudged(trx: Transaction<Tables>, services: Judging, applicationId: number) {
  const key = await findEmailKey(trx, applicationId)
  return key === undefined ? undefined : (await lockAndJudge(trx, services, [key]))[0]
}

async function findJudged(db: Db, services: Judging, applicationId: number): Promise<Judged | undefined> {
  const key = await findEmailKey(db, applicationId)
  return key === undefined ? undefined : (await judge(db, services, [key]))[0]
}

/** Whether a notice of the present period was made for the person: also one that waits, or could not be sent. */
function isOfferedTo({ rules, isHeld, clock, notice }: Judged): boolean {
  return rules.isOn && !isHeld && clock !== null && notice !== undefined
}

function eraseOnOf({ applications, notice }: Judged): string | null {
  return applications.find(({ erase_on }) => erase_on !== null)?.erase_on ?? notice?.eraseOn ?? null
}

/** From which day on the person is due who agrees now. */
function dueWithConsent({ applications, rules, clock }: Judged, { config, today }: Judging, now: Date): string {
  const consented = applications.map((application) => ({ ...application, consented_at: now.toISOString() }))
  return clockOf(consented, rules, config.company.timeZone)?.due ?? clock?.due ?? addDays(today().date, 0)
}
