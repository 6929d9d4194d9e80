import { sql } from 'kysely'
import type {
  InterviewerScorecard,
  Scorecard,
  ScorecardAnswers,
  Scorecards,
  ScorecardVersions,
} from '../../../contract/team/scorecards.ts'
import type { Db, ScorecardRow } from '../../platform/database/tables.ts'

/** Whose scorecard it is: a person with an account, or the address of a colleague without one. */
export type Author = { accountId: number } | { email: string }

/**
 * The scorecards of an application, as one person may read them: what others say is left out until the viewer's own is in, or is
 * skipped.
 */
export async function readScorecards(db: Db, applicationId: number, viewer: Author): Promise<Scorecards> {
  const own = await findOwn(db, applicationId, viewer)
  const others = await listOthers(db, applicationId, own)
  return {
    criteria: await criteriaOf(db, applicationId),
    own: own ? presentScorecard(own, 'open') : null,
    others: others.map((row) => presentScorecard(row, own ? 'open' : 'hidden')),
  }
}

/**
 * An interviewer without an account, on one device.
 * @property isLinkPrivate whether the link went to the address alone. A link that a person made by hand may be open on a device of that
 * person, who must not read in it what scorecards hide
 */
export type InterviewerOnDevice = { email: string; deviceHash: string; isLinkPrivate: boolean }

/** What an interviewer without an account reads: the criteria, and the interviewer's own card alone. */
export async function readInterviewerScorecard(
  db: Db,
  applicationId: number,
  interviewer: InterviewerOnDevice,
): Promise<InterviewerScorecard> {
  const own = await findOwn(db, applicationId, interviewer)
  const isElsewhere = own !== undefined && !isOpenTo(own, interviewer)
  return {
    criteria: await criteriaOf(db, applicationId),
    card: own && !isElsewhere ? presentScorecard(own, 'open').card : null,
    isElsewhere,
  }
}

/** Whether a device may read and change the card that an interviewer has given. */
export function isOpenTo(card: ScorecardRow, { deviceHash, isLinkPrivate }: InterviewerOnDevice): boolean {
  return isLinkPrivate || card.device_hash === deviceHash
}

/** The cards of others, oldest first. Without one's own, only whether each has answers is read: many full cards are long. */
function listOthers(db: Db, applicationId: number, own: ScorecardRow | undefined): Promise<ScorecardRow[]> {
  const rows = db.selectFrom('scorecards').where('application_id', '=', applicationId).orderBy('id')
  if (own) return rows.selectAll().where('id', '!=', own.id).execute()
  const isGiven = sql<string | null>`case when answers is null then null else '' end`
  return rows
    .select(['id', 'application_id', 'account_id', 'email', 'author_name'])
    .select(['device_hash', 'created_at', 'skipped_at', 'changed_at', 'version', isGiven.as('answers')])
    .execute()
}

/** What the posting of an application asks today; nothing without a posting. */
async function criteriaOf(db: Db, applicationId: number): Promise<string[]> {
  const job = await db
    .selectFrom('jobs')
    .innerJoin('applications', 'applications.job_id', 'jobs.id')
    .select('jobs.criteria')
    .where('applications.id', '=', applicationId)
    .executeTakeFirst()
  return job ? JSON.parse(job.criteria) : []
}

/** The row of one person about an application. */
export function findOwn(db: Db, applicationId: number, author: Author): Promise<ScorecardRow | undefined> {
  return db
    .selectFrom('scorecards')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where((where) =>
      'email' in author ? where('email', '=', author.email) : where('account_id', '=', author.accountId),
    )
    .executeTakeFirst()
}

/** A scorecard. */
export function findScorecard(db: Db, id: number): Promise<ScorecardRow | undefined> {
  return db.selectFrom('scorecards').selectAll().where('id', '=', id).executeTakeFirst()
}

/** What a card said before, newest first. It has at most `SCORECARD.mostVersions`. */
export async function listVersions(db: Db, scorecardId: number): Promise<ScorecardVersions> {
  const rows = await db
    .selectFrom('scorecard_versions')
    .select(['answers', 'until'])
    .where('scorecard_id', '=', scorecardId)
    .orderBy('id', 'desc')
    .execute()
  return { versions: rows.map(({ answers, until }) => ({ ...(JSON.parse(answers) as ScorecardAnswers), until })) }
}

/** What a row says; null for one that was skipped. */
export function answersOf({ answers }: Pick<ScorecardRow, 'answers'>): ScorecardAnswers | null {
  return answers === null ? null : JSON.parse(answers)
}

function presentScorecard(row: ScorecardRow, as: 'open' | 'hidden'): Scorecard {
  const answers = as === 'open' ? answersOf(row) : null
  return {
    id: row.id,
    by: { id: row.account_id, name: row.author_name, address: row.email },
    createdAt: row.created_at,
    skippedAt: row.skipped_at,
    isSkipped: row.answers === null,
    card: answers && { ...answers, changedAt: row.changed_at, version: row.version },
  }
}
