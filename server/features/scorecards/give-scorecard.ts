import type { Transaction } from 'kysely'
import type {
  InterviewerScorecard,
  OwnScorecard,
  ScorecardAnswers,
  Scorecards,
} from '../../../contract/team/scorecards.ts'
import { SCORECARD } from '../../../contract/wire/limits.ts'
import { countRows } from '../../platform/database/count-rows.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { Db, ScorecardRow, Tables } from '../../platform/database/tables.ts'
import { changedMeanwhile, RequestError } from '../../platform/http/request-error.ts'
import { applicationGone } from '../applications/stored/application-queries.ts'
import { countCharacters } from '../applications/stored/written-characters.ts'
import { type Actor, recordAction, shownName } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import {
  type Author,
  answersOf,
  findOwn,
  type InterviewerOnDevice,
  isOpenTo,
  readInterviewerScorecard,
  readScorecards,
} from './scorecard-queries.ts'

/** A colleague without an account, with the name that was typed for the address. */
type Stranger = InterviewerOnDevice & { name: string }

/** Who gives what about which application. */
type Giving = { applicationId: number; by: Actor | Stranger; now: Date }

/** A change of a person's own scorecard within its transaction. */
type Own = Giving & { trx: Transaction<Tables>; author: Author; before: ScorecardRow | undefined }

/**
 * Saves the own scorecard of a person: gives it, or changes it, with what it said before kept. A repeated request succeeds.
 * @returns the scorecards of the application as the person now reads them
 * @throws {RequestError} `not_found`; `changed_meanwhile` where another version is stored than the one read; `invalid_request` where
 * the application has no room for another card, or the card none for another version
 */
export function giveScorecard(
  { db }: Pick<Services, 'db'>,
  giving: Giving & { by: Actor },
  card: OwnScorecard,
): Promise<Scorecards> {
  const read = (trx: Db) => readScorecards(trx, giving.applicationId, authorOf(giving))
  return db.transaction().execute(async (trx) => {
    await changeOwn(trx, giving, (own) => saveOwn(own, card, read))
    return read(trx)
  })
}

/**
 * The same for an interviewer without an account, within the transaction that has checked the link.
 * @returns the criteria and the interviewer's card alone, also in the refusal
 * @throws {RequestError} also `forbidden` where another device gave the card: see `isOpenTo`
 */
export async function giveInterviewerScorecard(
  trx: Transaction<Tables>,
  giving: Giving & { by: Stranger },
  card: OwnScorecard,
): Promise<InterviewerScorecard> {
  const read = (db: Db) => readInterviewerScorecard(db, giving.applicationId, giving.by)
  await changeOwn(trx, giving, (own) => {
    if (own.before && !isOpenTo(own.before, giving.by)) throw givenElsewhere()
    return saveOwn(own, card, read)
  })
  return read(trx)
}

/** @param read what the author reads of scorecards, for a refusal */
async function saveOwn(
  own: Own,
  { version, ...answers }: OwnScorecard,
  read: (trx: Db) => Promise<Scorecards | InterviewerScorecard>,
): Promise<void> {
  const { trx, before } = own
  const stored = before && answersOf(before)
  if (before && isSame(stored ?? null, answers)) return
  if ((stored ? before?.version : null) !== version) throw changedMeanwhile(await read(trx))
  if (!before) return addRow(own, answers, 'scorecard_given')
  await changeRow(own, before, answers)
}

/**
 * Notes that a person gives no scorecard, for now: those of others open to that person, and all read that. Does nothing for one who has
 * given a card or has skipped it before.
 * @returns the scorecards of the application as the person now reads them
 * @throws {RequestError} `not_found`; `invalid_request` where the application has no room
 */
export function skipScorecard({ db }: Pick<Services, 'db'>, giving: Giving & { by: Actor }): Promise<Scorecards> {
  return db.transaction().execute(async (trx) => {
    await changeOwn(trx, giving, async (own) => {
      if (!own.before) await addRow(own, null, 'scorecard_skipped')
    })
    return readScorecards(trx, giving.applicationId, authorOf(giving))
  })
}

async function changeOwn(trx: Transaction<Tables>, giving: Giving, change: (own: Own) => Promise<void>): Promise<void> {
  const author = authorOf(giving)
  // One after the other: cards are counted, and one that is sent twice is stored once.
  await lockRow(trx, 'applications', giving.applicationId, 'no key update')
  const application = trx.selectFrom('applications').select('id').where('id', '=', giving.applicationId)
  if (!(await application.executeTakeFirst())) throw applicationGone()
  await change({ ...giving, trx, author, before: await findOwn(trx, giving.applicationId, author) })
}

async function addRow(
  { trx, applicationId, by, author, now }: Own,
  answers: ScorecardAnswers | null,
  action: 'scorecard_given' | 'scorecard_skipped',
): Promise<void> {
  await requireRoom(trx, applicationId)
  const given = answers && JSON.stringify(answers)
  if (given !== null) await requireCharacters(trx, applicationId, given)
  const at = now.toISOString()
  await trx
    .insertInto('scorecards')
    .values({
      application_id: applicationId,
      ...('email' in author ? { email: author.email } : { account_id: author.accountId }),
      ...('email' in by ? { author_name: by.name, device_hash: by.deviceHash } : { author_name: shownName(by) }),
      answers: given,
      ...{ created_at: at, skipped_at: answers ? null : at },
    })
    .execute()
  await record(trx, { applicationId, by, now }, action)
}

async function changeRow(own: Own, before: ScorecardRow, answers: ScorecardAnswers): Promise<void> {
  const { trx, now } = own
  const given = JSON.stringify(answers)
  await requireCharacters(trx, own.applicationId, given)
  const at = now.toISOString()
  if (before.answers !== null) {
    await requireVersionRoom(trx, before.id)
    await trx
      .insertInto('scorecard_versions')
      .values({ scorecard_id: before.id, answers: before.answers, until: at })
      .execute()
  }
  const isFirst = before.answers === null
  await trx
    .updateTable('scorecards')
    .set({
      answers: given,
      version: before.version + 1,
      ...('email' in own.by && { device_hash: own.by.deviceHash }),
      ...(isFirst ? { created_at: at } : { changed_at: at }),
    })
    .where('id', '=', before.id)
    .execute()
  await record(trx, own, isFirst ? 'scorecard_given' : 'scorecard_changed')
}

function record(
  trx: Transaction<Tables>,
  { applicationId: id, by, now }: Giving,
  action: 'scorecard_given' | 'scorecard_changed' | 'scorecard_skipped',
): Promise<void> {
  return recordAction(trx, { by: 'email' in by ? null : by, now, id, subject: 'application', event: { action } })
}

async function requireRoom(trx: Transaction<Tables>, applicationId: number): Promise<void> {
  const all = trx.selectFrom('scorecards').where('application_id', '=', applicationId)
  if ((await countRows(all)) < SCORECARD.mostOfApplication) return
  const message = `This application has ${SCORECARD.mostOfApplication} scorecards already, and no room for more.`
  throw new RequestError('invalid_request', message)
}

async function requireCharacters(trx: Transaction<Tables>, applicationId: number, answers: string): Promise<void> {
  const stored = await countCharacters(trx, 'scorecards', applicationId)
  if (stored + answers.length <= SCORECARD.mostCharacters) return
  const most = SCORECARD.mostCharacters.toLocaleString('en')
  const message = `The scorecards of this application, with what they said before, have room for ${most} characters. Shorten your notes.`
  throw new RequestError('invalid_request', message)
}

async function requireVersionRoom(trx: Transaction<Tables>, scorecardId: number): Promise<void> {
  const earlier = trx.selectFrom('scorecard_versions').where('scorecard_id', '=', scorecardId)
  if ((await countRows(earlier)) < SCORECARD.mostVersions) return
  const message = `This scorecard was changed ${SCORECARD.mostVersions} times already, and keeps no more versions. Write a comment instead.`
  throw new RequestError('invalid_request', message)
}

function authorOf({ by }: Giving): Author {
  return 'email' in by ? { email: by.email } : { accountId: by.id }
}

/** Both come from the schema, which writes their keys in one order. */
function isSame(stored: ScorecardAnswers | null, answers: ScorecardAnswers): boolean {
  return JSON.stringify(stored) === JSON.stringify(answers)
}

function givenElsewhere(): RequestError {
  const message =
    'This scorecard was given on another device, and is changed there alone. Write to the person who sent the link.'
  return new RequestError('forbidden', message)
}
