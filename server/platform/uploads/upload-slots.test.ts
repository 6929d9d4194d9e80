import { expect, test } from 'vitest'
import { APPLICANT, applicationForm, fixture, form } from '../../../test/factories.ts'
import { startTestApp } from '../../../test/test-app.ts'
import { createUploadSlots, type UploadSlots } from './upload-slots.ts'

const plenty = { hasRoomFor: async () => true }

test('one network has 50 uploads at once and all together 200; a finished upload frees its slot', async () => {
  const slots = createUploadSlots(plenty)
  const taken = await Promise.all(Array.from({ length: 50 }, () => slots.acquire('a', null)))
  await expect(slots.acquire('a', null)).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 10 })
  for (const address of ['b', 'c', 'd']) {
    await Promise.all(Array.from({ length: 50 }, () => slots.acquire(address, null)))
  }
  await fillReserve(slots)
  await expect(slots.acquire('e', null)).rejects.toMatchObject({ code: 'unavailable' })
  taken[0]?.[Symbol.dispose]()
  await expect(slots.acquire('e', null)).resolves.toBeDefined()
})

/** Takes every slot that is kept for networks with few uploads. */
async function fillReserve(slots: UploadSlots): Promise<void> {
  for (let network = 0; network < 10; network += 1) {
    await Promise.all(Array.from({ length: 5 }, () => slots.acquire(`few ${network}`, null)))
  }
}

test('uploads that have arrived and wait take no slot from a network with few', async () => {
  const slots = createUploadSlots(plenty)
  const arrived = { ...upload(1_000_000), isArriving: false }
  await fill(slots, ['a', 'b', 'c', 'd'], () => arrived)
  for (let at = 0; at < 5; at += 1) await expect(slots.acquire('e', upload(0, 0))).resolves.toBeDefined()
  await expect(slots.acquire('e', upload(0, 0))).rejects.toMatchObject({ code: 'unavailable', retryAfter: 60 })
  expect(arrived.messages).toEqual([])
})

test('the addresses of one IPv6 network share their slots', async () => {
  const slots = createUploadSlots(plenty)
  const enter = (host: number) => slots.acquire(`2001:db8:1:2::${host.toString(16)}`, null)
  const taken = await Promise.all(Array.from({ length: 50 }, (_, host) => enter(host)))
  await expect(enter(50)).rejects.toMatchObject({ code: 'too_many_requests' })
  await expect(slots.acquire('2001:db8:1:3::1', null)).resolves.toBeDefined()
  taken[7]?.[Symbol.dispose]()
  await expect(enter(51)).resolves.toBeDefined()
})

/** An upload under way; `messages` has the reason once it is aborted. */
function upload(bytes: number, age = 60_000) {
  const messages: string[] = []
  return { bytes, age, isArriving: true, abort: ({ message }: Error) => void messages.push(message), messages }
}

async function fill(slots: UploadSlots, networks: string[], make: () => ReturnType<typeof upload>) {
  const acquiring = networks.flatMap((network) =>
    Array.from({ length: 50 }, async () => {
      const each = make()
      await slots.acquire(network, each)
      return each
    }),
  )
  return Promise.all(acquiring)
}

test('with all slots taken, the slowest upload is aborted, with a reason', async () => {
  const slots = createUploadSlots(plenty)
  const uploads = await fill(slots, ['a', 'b', 'c', 'd'], () => upload(10_000))
  const slowest = uploads[77]
  if (slowest) slowest.bytes = 6
  await slots.acquire('e', upload(0, 0))
  expect(uploads.filter(({ messages }) => messages.length > 0)).toEqual([slowest])
  expect(slowest?.messages[0]).toMatch(/came slowly, was stopped\. Please send it again in a minute\./)
})

test('a network with all its slots taken frees only one of these', async () => {
  const slots = createUploadSlots(plenty)
  const others = await fill(slots, ['b'], () => upload(1))
  const own = await fill(slots, ['a'], () => upload(100_000))
  await slots.acquire('a', upload(0, 0))
  expect(own.filter(({ messages }) => messages.length > 0)).toHaveLength(1)
  expect(others.filter(({ messages }) => messages.length > 0)).toEqual([])
})

test('an upload that is new, fast or complete is not aborted for another of the same network', async () => {
  for (const bystander of [upload(0, 1_000), upload(1_000_000), { ...upload(0), isArriving: false }]) {
    const slots = createUploadSlots(plenty)
    await fill(slots, ['a'], () => bystander)
    await expect(slots.acquire('a', upload(0, 0))).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(bystander.messages).toEqual([])
  }
})

test('networks that take every slot with new or fast uploads give one up to another network', async () => {
  for (const make of [() => upload(0, 10), () => upload(5_000_000)]) {
    const slots = createUploadSlots(plenty)
    const uploads = await fill(slots, ['a', 'b', 'c', 'd'], make)
    await slots.acquire('e', upload(0, 0))
    expect(uploads.filter(({ messages }) => messages.length > 0)).toHaveLength(1)
  }
})

test('a network with most slots cannot take the slot of a network with one', async () => {
  const slots = createUploadSlots(plenty)
  const single = upload(2_000)
  await slots.acquire('e', single)
  await fill(slots, ['a', 'b', 'c'], () => upload(1_000_000))
  for (let acquired = 0; acquired < 49; acquired += 1) await slots.acquire('d', upload(1_000_000))
  for (let tried = 0; tried < 5; tried += 1) await slots.acquire('d', upload(0, 0)).catch(() => undefined)
  expect(single.messages).toEqual([])
})

test('a refused form frees its slot', async () => {
  const app = await startTestApp()
  const send = (body: BodyInit) => app.request('/api/submit-application', { method: 'POST', body })
  try {
    for (let sent = 0; sent < 50; sent++) expect((await send(form({ name: 'A' }))).status).toBe(400)
    expect((await send(applicationForm())).status).toBe(201)
  } finally {
    await app.stop()
  }
})

test('the disk space of uploads under way counts as used', async () => {
  const requested: number[] = []
  const slots = createUploadSlots({ hasRoomFor: async (bytes) => requested.push(bytes) > 0 })
  await slots.acquire('a', null)
  await slots.acquire('a', null)
  expect(requested).toEqual([10_485_760, 20_971_520])
})

test('below MIN_FREE_DISK_MB applications are refused before they are read, and everything else works', async () => {
  const app = await startTestApp({ minFreeDiskBytes: Number.MAX_SAFE_INTEGER })
  try {
    const response = await app.request('/api/submit-application', { method: 'POST', body: applicationForm() })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('60')
    const body = form(APPLICANT, { name: 'cv.txt', content: fixture('resume.txt') })
    expect((await app.request('/api/recovery/resubmit', { method: 'POST', body })).status).toBe(503)
    // The program tries the folder out at its start: that file may be there for a moment.
    await expect.poll(() => app.storedFiles()).toEqual([])
    expect(await (await app.request('/readyz')).json()).toEqual({ status: 'disk nearly full' })
    expect((await app.request('/api/jobs')).status).toBe(200)
    expect((await app.request('/api/applications', { headers: await app.signIn() })).status).toBe(200)
  } finally {
    await app.stop()
  }
})
