import { expect, test } from 'vitest'
import { APPLICANT, applicationForm, fixture, form } from '../../test/factories.ts'
import { startTestApp } from '../../test/test-app.ts'
import { createUploadRoom } from './upload-room.ts'

const plenty = { hasRoomFor: async () => true }

test('one address has 50 uploads at once and everybody 200; who leaves makes room', async () => {
  const room = createUploadRoom(plenty)
  const places = await Promise.all(Array.from({ length: 50 }, () => room.enter('a')))
  await expect(room.enter('a')).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 10 })
  for (const address of ['b', 'c', 'd']) {
    await Promise.all(Array.from({ length: 50 }, () => room.enter(address)))
  }
  await expect(room.enter('e')).rejects.toMatchObject({ code: 'unavailable' })
  places[0]?.[Symbol.dispose]()
  await expect(room.enter('e')).resolves.toBeDefined()
})

test('the addresses of one IPv6 network share their places', async () => {
  const room = createUploadRoom(plenty)
  const enter = (host: number) => room.enter(`2001:db8:1:2::${host.toString(16)}`)
  const places = await Promise.all(Array.from({ length: 50 }, (_, host) => enter(host)))
  await expect(enter(50)).rejects.toMatchObject({ code: 'too_many_requests' })
  await expect(room.enter('2001:db8:1:3::1')).resolves.toBeDefined()
  places[7]?.[Symbol.dispose]()
  await expect(enter(51)).resolves.toBeDefined()
})

test('a form that is refused gives its place back', async () => {
  const app = await startTestApp()
  const send = (body: BodyInit) => app.call('/api/submit-application', { method: 'POST', body })
  try {
    for (let sent = 0; sent < 50; sent++) expect((await send(form({ name: 'A' }))).status).toBe(400)
    expect((await send(applicationForm())).status).toBe(201)
  } finally {
    await app.stop()
  }
})

test('what is under way counts as written already when the disk is asked', async () => {
  const asked: number[] = []
  const room = createUploadRoom({ hasRoomFor: async (bytes) => asked.push(bytes) > 0 })
  await room.enter('a')
  await room.enter('a')
  expect(asked).toEqual([10_485_760, 20_971_520])
})

test('below MIN_FREE_DISK_MB applications are refused before they are read, and everything else goes on', async () => {
  const app = await startTestApp({ minFreeDiskBytes: Number.MAX_SAFE_INTEGER })
  try {
    const answer = await app.call('/api/submit-application', { method: 'POST', body: applicationForm() })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('60')
    const body = form(APPLICANT, { name: 'cv.txt', content: fixture('resume.txt') })
    expect((await app.call('/api/recovery/resubmit', { method: 'POST', body })).status).toBe(503)
    expect(await app.storedFiles()).toEqual([])
    expect(await (await app.call('/readyz')).json()).toEqual({ status: 'disk nearly full' })
    expect((await app.call('/api/jobs')).status).toBe(200)
    expect((await app.call('/api/applications', { headers: await app.signIn() })).status).toBe(200)
  } finally {
    await app.stop()
  }
})
