import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobBody } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { newJobRow } from '../jobs/job-rules.ts'

/** Twice as many as a network may have at once: while they are asked for, more come back. */
const PICTURES = 80

let app: TestApp
let ids: number[]
beforeAll(async () => {
  app = await startTestApp({ trustProxy: 1 })
  const rows = Array.from({ length: PICTURES }, (_, index) =>
    newJobRow(jobBody({ title: `Cooper ${index}` }), new Date(), null),
  )
  const stored = await app.db.insertInto('jobs').values(rows).returning('id').execute()
  ids = stored.map(({ id }) => id)
  // What was read at the start is read again after a change.
  const headers = { ...(await app.signIn()), 'content-type': 'application/json' }
  await app.request(`/api/admin/jobs/${ids[0]}`, { method: 'PATCH', headers, body: JSON.stringify({ title: 'Smith' }) })
})
afterAll(() => app.stop())

test('a network that wants the pictures of all postings at once gets some', async () => {
  const asked = new AbortController()
  const ask = (id: number | undefined, network: string) =>
    app.request(`/jobs/${id}/share.png`, { headers: { 'x-forwarded-for': network }, signal: asked.signal })
  const [first, ...others] = ids
  expect((await ask(first, '10.0.0.1')).status).toBe(200)
  const refused: Response[] = []
  const crowd = others.map((id) =>
    ask(id, '10.0.0.1').then(
      (response) => response.status !== 200 && refused.push(response),
      () => undefined,
    ),
  )
  await expect.poll(() => refused.map(({ status }) => status), { timeout: 20_000 }).toContain(429)
  expect(refused.map(({ status }) => status)).toContain(503)
  for (const { headers } of refused) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null])
  }
  expect((await ask(first, '10.0.0.1')).status).toBe(200)
  asked.abort()
  await Promise.all(crowd)
})
