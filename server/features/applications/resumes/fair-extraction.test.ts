import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { API } from '../../../../contract/wire/paths.ts'
import { APPLICANT, form } from '../../../../test/factories.ts'
import { nestedForms, textPdf } from '../../../../test/resume-files/pdf-files.ts'
import { textsAreRead } from '../../../../test/resume-files/stored-texts.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'
import { TIMEOUTS } from '../../../platform/http/connections/timeouts.ts'
import { withoutText } from '../../../platform/text-extraction/extracted-text.ts'
import { type TextExtractor, TooSlow } from '../../../platform/text-extraction/text-extractor.ts'
import { extractTextTask } from '../../resumes/resume-task-kinds.ts'

const TEN_MINUTES_MS = 600_000
/** A file that takes long, and has a text. */
const READABLE = 'readable'

let app: TestApp
/** What was read, and within which limit. */
let reads: string[]
let mayGoOn: PromiseWithResolvers<void>
beforeEach(async () => {
  reads = []
  mayGoOn = Promise.withResolvers()
  const extractor: TextExtractor = {
    extract: async (_kind, content, { isQuick = false } = {}) => {
      const [, name] = /%(\w+)\nendstream/.exec(Buffer.from(content).toString('latin1')) ?? []
      reads.push(`${name ?? 'honest'} ${isQuick ? 'quick' : 'long'}`)
      await mayGoOn.promise
      if (name !== undefined && isQuick) throw new TooSlow()
      const hasText = name === undefined || name === READABLE
      return hasText ? { state: 'extracted', text: 'Geodesist', pages: 1, isTruncated: false } : withoutText('failed')
    },
    stop: async () => undefined,
  }
  app = await startTestApp({ trustProxy: 1 }, null, TIMEOUTS, { extractor })
})
afterEach(() => {
  vi.restoreAllMocks()
  return app.stop()
})

const send = async (network: string, content: Buffer<ArrayBuffer>) => {
  const body = form(APPLICANT, { name: 'cv.pdf', content })
  const headers = { 'x-forwarded-for': network }
  const response = await app.request(API.submitApplication, { method: 'POST', headers, body })
  expect(response.status).toBe(201)
  return ((await response.json()) as { id: number }).id
}
/** Waits until so many files are all that is left to be read, each at a later time. */
const readingWaits = (count: number) =>
  vi.waitUntil(
    async () => {
      const tasks = app.db
        .selectFrom('outbox_tasks')
        .select(['run_after', 'attempts'])
        .where('kind', '=', extractTextTask.kind)
      const now = new Date().toISOString()
      const waiting = await tasks.execute()
      return waiting.length === count && waiting.every((task) => task.attempts === 0 && task.run_after > now)
    },
    { timeout: 20_000 },
  )
const states = async () => {
  const rows = await app.db.selectFrom('resume_texts').select(['state']).orderBy('application_id').execute()
  return rows.map(({ state }) => state)
}

test('dear files of one customer prefix delay one honest file by one short try, and bytes that are known are not read again', async () => {
  const [bad, honest] = ['203.0.113.1', '198.51.100.7']
  await send(bad, nestedForms('one'))
  await vi.waitUntil(() => reads.length === 1, { timeout: 20_000 })
  for (const name of ['two', 'three', 'one', 'two']) await send(bad, nestedForms(name))
  const pdf = await textPdf('Geodesist')
  await send(honest, pdf)
  mayGoOn.resolve()
  await textsAreRead(app.db)
  const first = ['one quick', 'two quick', 'honest quick', 'three quick']
  expect(reads).toEqual([...first, 'one long', 'two long', 'three long'])
  expect(await states()).toEqual([...Array(5).fill('failed'), 'extracted'])
  await send(honest, pdf)
  await send(honest, nestedForms('three'))
  await textsAreRead(app.db)
  expect(reads).toHaveLength(7)
  expect(await states()).toEqual([...Array(5).fill('failed'), 'extracted', 'extracted', 'failed'])
})

test('a slow file whose network has used up its time waits for all others and for new time, and is then read', async () => {
  const clock = vi.spyOn(performance, 'now')
  // One customer may have both networks.
  const [bad, neighbour, honest] = ['2001:db8:1:1::1', '2001:db8:1:2::1', '198.51.100.7']
  await send(bad, nestedForms('one'))
  await vi.waitUntil(() => reads.length === 1, { timeout: 20_000 })
  const now = performance.now()
  clock.mockImplementation(() => now + 65_000)
  mayGoOn.resolve()
  await readingWaits(1)
  await send(neighbour, nestedForms(READABLE))
  await send(honest, await textPdf('Geodesist'))
  await readingWaits(2)
  expect(reads).toEqual(['one quick', 'honest quick', `${READABLE} quick`])
  // The short limit decides nothing, for the same bytes either.
  expect(await states()).toEqual(['extracted'])

  clock.mockImplementation(() => now + 65_000 + TEN_MINUTES_MS)
  app.setNow(new Date(Date.now() + TEN_MINUTES_MS))
  await send(honest, nestedForms(READABLE))
  await textsAreRead(app.db)
  expect(reads.slice(3)).toEqual(expect.arrayContaining(['one long', `${READABLE} long`]))
  expect(reads).toHaveLength(5)
  expect(await states()).toEqual(['failed', 'extracted', 'extracted', 'extracted'])
})
