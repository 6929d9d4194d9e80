import type { Rating } from '../contract/team/ratings.ts'
import { giveInterviewerScorecard, giveScorecard } from '../server/features/scorecards/give-scorecard.ts'
import type { Db } from '../server/platform/database/tables.ts'
import { INTERVIEWER } from './demo-interviews.ts'
import { demoJobs, jobIndex } from './demo-jobs.ts'
import { findPerson } from './demo-people.ts'
import { ago, instantOf, type Moment } from './moment.ts'

/** A rating of a criterion, in the order of the posting, and why. */
type DemoRating = readonly [Rating | null, string?]

/** A scorecard of a person of the demo, by username, or of an interviewer without an account, by address. */
type DemoScorecard = { by: string; overall: Rating; ratings: readonly DemoRating[]; note: string; at: Moment }

type DemoScorecards = { job: 'ignitionDeveloper' | 'mqttEngineer' | null; cards: readonly DemoScorecard[] }

/** By the applicant's address. Of Łukasz the owner has not given one, and does not read yet what the others say. */
const DEMO_SCORECARDS: Readonly<Record<string, DemoScorecards>> = {
  'hannah.okonkwo.reyes@example.com': {
    job: 'ignitionDeveloper',
    cards: [
      {
        by: 'priya',
        overall: 'yes',
        ratings: [['yes', 'Described a pad to me as if she stood on it.'], [null], ['strong_yes']],
        note: 'Half an hour on the phone. She asked more about the operators than about the pay.',
        at: ago(5, '16:20'),
      },
      {
        by: 'tom',
        overall: 'strong_yes',
        ratings: [
          ['strong_yes', 'Found the expression that polls every 100 ms in four minutes.'],
          ['no', 'One script of 400 lines. She said herself that she would split it.'],
          ['strong_yes'],
        ],
        note: 'I would have her tomorrow. The scripts are a matter of review.',
        at: ago(2, '21:40'),
      },
      {
        by: 'admin',
        overall: 'yes',
        ratings: [['yes'], [null], ['strong_yes', 'Told me why the old screens had to go, without one acronym.']],
        note: 'Wants to stay in Big Spring. Two days in Midland are fine.',
        at: ago(1, '15:05'),
      },
    ],
  },
  'lukasz.wroblewski@example.org': {
    job: 'mqttEngineer',
    cards: [
      {
        by: 'tom',
        overall: 'strong_yes',
        ratings: [['strong_yes', 'Drew the state model from memory.'], ['yes'], ['yes']],
        note: 'Ask him about certificate rotation again; that was the only pause.',
        at: ago(3, '18:30'),
      },
      {
        by: 'priya',
        overall: 'yes',
        ratings: [[null], ['strong_yes'], ['no', 'Has not led a rollout, only joined one.']],
        note: '',
        at: ago(2, '15:10'),
      },
    ],
  },
  'rebecca.thornquist@example.net': {
    job: null,
    cards: [
      {
        by: INTERVIEWER.address,
        overall: 'yes',
        ratings: [],
        note: 'Runs a change order the way our supervisors would. Let her meet them.',
        at: ago(2, '14:15'),
      },
    ],
  },
}

/** Adds the scorecards of an application. */
export async function loadScorecards(
  db: Db,
  { applicationId, email, now: today }: { applicationId: number; email: string; now: Date },
): Promise<void> {
  const { job, cards } = DEMO_SCORECARDS[email] ?? { job: null, cards: [] }
  const criteria = job === null ? [] : (demoJobs[jobIndex(job)]?.posting.criteria ?? [])
  for (const { by, overall, ratings, note, at } of cards) {
    const now = instantOf(at, today)
    const rated = criteria.map((criterion, index) => {
      const [rating = null, why = ''] = ratings[index] ?? []
      return { criterion, rating, note: why }
    })
    const card = { overall, ratings: rated, note, version: null }
    if (by === INTERVIEWER.address) {
      const interviewer = { email: by, name: INTERVIEWER.name, deviceHash: '', isLinkPrivate: true }
      const giving = { applicationId, by: interviewer, now }
      await db.transaction().execute((trx) => giveInterviewerScorecard(trx, giving, card))
    } else await giveScorecard({ db }, { applicationId, by: await findPerson(db, by), now }, card)
  }
}
