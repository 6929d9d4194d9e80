import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJob } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ publicUrl: 'https://careers.example.com' })
})
afterAll(() => app.stop())

/** The address of the picture that the page of a posting names, without the host. */
async function pictureOf(id: number): Promise<string> {
  const html = await (await app.request(`/jobs/${id}`)).text()
  const address = /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? ''
  expect(address).toMatch(new RegExp(`^https://careers.example.com/jobs/${id}/share.png\\?v=[\\w-]{16}$`))
  return address.replace('https://careers.example.com', '')
}

const bytesOf = async (path: string) => Buffer.from(await (await app.request(path)).arrayBuffer())

async function change(id: number, changes: object): Promise<void> {
  const headers = { ...(await app.signIn()), 'content-type': 'application/json' }
  await app.request(`/api/admin/jobs/${id}`, { method: 'PATCH', headers, body: JSON.stringify(changes) })
}

test('the page of an open posting names a PNG of 1200 by 630 pixels, which other sites may show and keep', async () => {
  const path = await pictureOf(await createJob(app))
  const response = await app.request(path)
  const png = Buffer.from(await response.arrayBuffer())
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
})

test('a change of what the picture shows changes its address, and an old address shows the present picture uncached', async () => {
  const id = await createJob(app)
  const [before, old] = [await pictureOf(id), await bytesOf(await pictureOf(id))]
  await change(id, { requirements: 'Not in the picture' })
  expect(await pictureOf(id)).toBe(before)
  await change(id, { salaryRange: '$1' })
  const after = await pictureOf(id)
  expect(after).not.toBe(before)
  const again = await app.request(before)
  expect(again.headers.get('cache-control')).toBe('no-cache')
  const present = Buffer.from(await again.arrayBuffer())
  const etag = again.headers.get('etag') ?? ''
  const unchanged = await app.request(before, { headers: { 'if-none-match': etag } })
  expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, etag])
  expect(present.equals(old)).toBe(false)
  expect(present.equals(await bytesOf(after))).toBe(true)
  await change(id, { salaryRange: '$2' })
  expect((await app.request(before, { headers: { 'if-none-match': etag } })).status).toBe(200)
})

test('a filled, draft or unknown posting has no picture', async () => {
  const filled = await createJob(app)
  const path = await pictureOf(filled)
  await change(filled, { status: 'filled' })
  const draft = await createJob(app, { status: 'draft' })
  for (const address of [path, `/jobs/${draft}/share.png`, '/jobs/2147483647/share.png', '/jobs/abc/share.png']) {
    const response = await app.request(address)
    expect([address, response.status]).toEqual([address, 404])
    expect(await response.json()).toMatchObject({ code: 'not_found' })
  }
})
