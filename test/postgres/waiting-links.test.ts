import { expect, test } from 'vitest'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { lockRow } from '../../server/platform/database/row-locks.ts'
import { adminClient } from '../admin-client.ts'
import { prepareColleague } from '../colleagues/colleague-kit.ts'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { insertApplicant } from '../factories.ts'
import { startTestApp } from '../test-app.ts'

/** Of which one holds the link. */
const POOL_SIZE = 4

test('requests with one private link that wait for each other leave the connections to everybody else', async () => {
  const database = await makePostgresDatabase()
  const app = await startTestApp({ postgres: { url: database.url, poolSize: POOL_SIZE } })
  const admin = adminClient(app, await app.signIn())
  const applicant = await insertApplicant(app.db)
  const colleague = prepareColleague({ app: () => app, admin: () => admin, mailTo: () => [] }, () => applicant)
  const { body } = await colleague.ask()
  const token = body.url?.split('#')[1] ?? ''
  const opening = await app.db.transaction().execute(async (trx) => {
    await lockRow(trx, 'colleague_questions', body.question.id)
    const together = Array.from({ length: 5 * POOL_SIZE }, () => colleague.open(token))
    for (let count = 0; count < POOL_SIZE; count += 1)
      expect((await admin.request('GET', ADMIN_API.notices)).status).toBe(200)
    return { together }
  })
  const statuses = (await Promise.all(opening.together)).map(({ status }) => status)
  expect(
    statuses.filter((status) => status === 200),
    'the first device opens it',
  ).toHaveLength(1)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  await app.stop()
  await database.remove()
})
