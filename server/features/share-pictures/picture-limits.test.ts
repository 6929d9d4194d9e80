import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobBody } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { newJobRow } from '../jobs/job-rules.ts'

/** More than twice as many as a network may have at once: while they are asked for, more come back. */
const PICTURES = 90

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

const ask = (id: number | undefined, network: string, signal: AbortSignal | null = null) =>
  app.request(`/jobs/${id}/share.png`, { headers: { 'x-forwarded-for': network }, signal })

/** A network asks for many pictures at once; `drawn` and `refused` fill while they are served. */
function flood(wanted: number[], network: string) {
  const drawn: Response[] = []
  const refused: Response[] = []
  const asked = new AbortController()
  const all = wanted.map((id) =>
    ask(id, network, asked.signal).then(
      (response) => (response.status === 200 ? drawn : refused).push(response),
      () => undefined,
    ),
  )
  const stop = () => {
    asked.abort()
    return Promise.all(all)
  }
  return { drawn, refused, stop }
}

test('a network that wants the pictures of all postings at once gets some, and holds up no other network', async () => {
  const [kept, ofAnother, ...others] = ids
  expect((await ask(kept, '10.0.0.1')).status).toBe(200)
  const { drawn, refused, stop } = flood(others, '10.0.0.1')
  // As many as are neither drawn nor wait.
  await expect.poll(() => refused.length, { timeout: 20_000 }).toBeGreaterThan(others.length - 20)

  const before = drawn.length
  expect((await ask(ofAnother, '10.0.0.2')).status).toBe(200)
  expect(drawn.length - before).toBeLessThanOrEqual(3)

  const messages = await Promise.all(refused.map(async (response) => ((await response.json()) as Error).message))
  expect(new Set(messages)).toEqual(
    new Set([
      'Your network has too many pictures waiting. Please try again shortly.',
      expect.stringContaining('Too many pictures were drawn for your network.'),
    ]),
  )
  for (const { status, headers } of refused) {
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null])
  }
  expect((await ask(kept, '10.0.0.1')).status).toBe(200)
  await stop()
})

test('a picture is drawn for who still waits when the one who asked first has gone', async () => {
  const { drawn, stop } = flood(ids.slice(30, 34), '10.0.0.5')
  await expect.poll(() => drawn.length, { timeout: 20_000 }).toBe(1)
  const first = new AbortController()
  const gone = ask(ids[35], '10.0.0.6', first.signal).catch(() => undefined)
  const waiting = ask(ids[35], '10.0.0.7')
  await expect.poll(() => drawn.length, { timeout: 20_000 }).toBe(2)
  first.abort()
  await gone
  expect((await waiting).status).toBe(200)
  await stop()
})
