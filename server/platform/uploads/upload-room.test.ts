import { expect, test } from 'vitest'
import { APPLICANT, applicationForm, fixture, form } from '../../../test/factories.ts'
import { startTestApp } from '../../../test/test-app.ts'
import { createUploadRoom, type UploadRoom } from './upload-room.ts'

const plenty = { hasRoomFor: async () => true }

test('one address has 50 uploads at once and everybody 200; who leaves makes room', async () => {
  const room = createUploadRoom(plenty)
  const places = await Promise.all(Array.from({ length: 50 }, () => room.enter('a', null)))
  await expect(room.enter('a', null)).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 10 })
  for (const address of ['b', 'c', 'd']) {
    await Promise.all(Array.from({ length: 50 }, () => room.enter(address, null)))
  }
  await expect(room.enter('e', null)).rejects.toMatchObject({ code: 'unavailable' })
  places[0]?.[Symbol.dispose]()
  await expect(room.enter('e', null)).resolves.toBeDefined()
})

test('the addresses of one IPv6 network share their places', async () => {
  const room = createUploadRoom(plenty)
  const enter = (host: number) => room.enter(`2001:db8:1:2::${host.toString(16)}`, null)
  const places = await Promise.all(Array.from({ length: 50 }, (_, host) => enter(host)))
  await expect(enter(50)).rejects.toMatchObject({ code: 'too_many_requests' })
  await expect(room.enter('2001:db8:1:3::1', null)).resolves.toBeDefined()
  places[7]?.[Symbol.dispose]()
  await expect(enter(51)).resolves.toBeDefined()
})

/** An upload under way; what happens to it is in `letGo`. */
function upload(bytes: number, age = 60_000) {
  const letGo: string[] = []
  return { bytes, age, isUnderWay: true, letGo: ({ message }: Error) => void letGo.push(message), words: letGo }
}

async function fill(room: UploadRoom, networks: string[], make: () => ReturnType<typeof upload>) {
  const entering = networks.flatMap((network) =>
    Array.from({ length: 50 }, async () => {
      const each = make()
      await room.enter(network, each)
      return each
    }),
  )
  return Promise.all(entering)
}

test('where no place is left, the slowest upload is let go and told why', async () => {
  const room = createUploadRoom(plenty)
  const uploads = await fill(room, ['a', 'b', 'c', 'd'], () => upload(10_000))
  const slowest = uploads[77]
  if (slowest) slowest.bytes = 6
  await room.enter('e', upload(0, 0))
  expect(uploads.filter(({ words }) => words.length > 0)).toEqual([slowest])
  expect(slowest?.words[0]).toMatch(/came slowly, was stopped\. Please send it again in a minute\./)
})

test('a network that has all its places makes room among its own alone', async () => {
  const room = createUploadRoom(plenty)
  const others = await fill(room, ['b'], () => upload(1))
  const own = await fill(room, ['a'], () => upload(100_000))
  await room.enter('a', upload(0, 0))
  expect(own.filter(({ words }) => words.length > 0)).toHaveLength(1)
  expect(others.filter(({ words }) => words.length > 0)).toEqual([])
})

test('what has only begun, comes fast or has arrived is not let go for another of the same network', async () => {
  for (const bystander of [upload(0, 1_000), upload(1_000_000), { ...upload(0), isUnderWay: false }]) {
    const room = createUploadRoom(plenty)
    await fill(room, ['a'], () => bystander)
    await expect(room.enter('a', upload(0, 0))).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(bystander.words).toEqual([])
  }
})

test('networks that take every place with new or fast uploads give one up to another network', async () => {
  for (const make of [() => upload(0, 10), () => upload(5_000_000)]) {
    const room = createUploadRoom(plenty)
    const uploads = await fill(room, ['a', 'b', 'c', 'd'], make)
    await room.enter('e', upload(0, 0))
    expect(uploads.filter(({ words }) => words.length > 0)).toHaveLength(1)
  }
})

test('who has most places cannot take that of who has one', async () => {
  const room = createUploadRoom(plenty)
  const single = upload(2_000)
  await room.enter('e', single)
  await fill(room, ['a', 'b', 'c'], () => upload(1_000_000))
  for (let entered = 0; entered < 49; entered += 1) await room.enter('d', upload(1_000_000))
  for (let tried = 0; tried < 5; tried += 1) await room.enter('d', upload(0, 0)).catch(() => undefined)
  expect(single.words).toEqual([])
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
  await room.enter('a', null)
  await room.enter('a', null)
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
