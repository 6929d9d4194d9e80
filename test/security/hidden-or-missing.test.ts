import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { APPLICATIONS } from '../../contract/policies/applications-policy.ts'
import type { Permission } from '../../contract/policies/policy.ts'
import {
  type Subject as Kind,
  permittedApplications,
  requireAccess,
} from '../../server/features/accounts/require-access.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import { MISSING } from './matrix-subject.ts'
import { startWorld, type World } from './matrix-world.ts'

/** What the `:id` of an address may name, and how the world of the matrix calls it. */
const KINDS: Record<Kind, string> = {
  application: 'applications',
  job: 'jobs',
  interview: 'interviews',
  offer: 'interview-offers',
  message: 'messages',
  comment: 'comments',
  scorecard: 'scorecards',
  question: 'colleague-questions',
  reply: 'replies',
}

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.app.stop())

const manager = () => ({
  ...{ id: world.accountOf('manager of another'), username: 'manager', displayName: null },
  role: 'hiring_manager' as const,
})

/** The queries of some work with all that is nested in them, and how many are sent to the database. */
async function statementsOf(work: (db: Kysely<Tables>) => Promise<unknown>) {
  const { db } = world.app
  const executor = db.getExecutor()
  const statements: string[] = []
  let sent = 0
  const noted = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      statements.push(executor.compileQuery(node, queryId).sql)
      return node
    },
    transformResult: async ({ result }) => {
      sent += 1
      return result
    },
  })
  await work(noted)
  return { statements, sent }
}

const permissions: [string, Permission][] = [
  ['read', APPLICATIONS.read],
  ['decide', APPLICATIONS.decide],
]

test.each(
  Object.entries(KINDS).flatMap(([of, segment]) => permissions.map(([name, may]) => ({ of, segment, name, may }))),
)(
  'to $name, a hidden $of costs the same single query as one that does not exist, and is refused in the same words',
  async ({ of, segment, may }) => {
    const hidden = await world.makeSubject()
    const refusals: unknown[] = []
    const costs: Awaited<ReturnType<typeof statementsOf>>[] = []
    for (const id of [await hidden.id(segment), await MISSING.id(segment)]) {
      const ask = (db: Kysely<Tables>) =>
        requireAccess(db, manager(), { may, of: of as Kind, id }).catch(({ code, message }) =>
          refusals.push({ code, message }),
        )
      costs.push(await statementsOf(ask))
    }
    expect(costs[0]?.sent).toBe(1)
    expect(costs[0]).toEqual(costs[1])
    expect(refusals).toEqual([refusals[0], refusals[0]])
    expect(refusals[0]).toMatchObject({ code: 'not_found' })
  },
)

test('applications that a request names are asked for by one query, hidden or missing', async () => {
  const hidden = await world.makeSubject()
  const costs: Awaited<ReturnType<typeof statementsOf>>[] = []
  for (const id of [await hidden.id('applications'), await MISSING.id('applications')]) {
    const ask = async (db: Kysely<Tables>) =>
      expect(await permittedApplications(db, manager(), APPLICATIONS.decide, [id])).toEqual([])
    costs.push(await statementsOf(ask))
  }
  expect(costs[0]?.sent).toBe(1)
  expect(costs[0]).toEqual(costs[1])
})
