import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertApplicant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { readTaken } from './taken-times.ts'

const HOUR_MS = 60 * 60_000
const FIRST = Date.parse('2026-03-02T12:00:00.000Z')
const NOW = new Date(FIRST - 24 * HOUR_MS)
const KIM = JSON.stringify([{ name: 'Kim Lee', address: 'kim@example.com' }])

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const after = (hours: number) => new Date(FIRST + hours * HOUR_MS).toISOString()

/** Has Kim hold an interview with someone. */
const plan = async (startsAt: string, endsAt: string) => {
  const at = NOW.toISOString()
  await app.db
    .insertInto('interviews')
    .values({
      ...{ application_id: await insertApplicant(app.db), uid: startsAt, starts_at: startsAt, ends_at: endsAt },
      ...{ time_zone: 'UTC', kind: 'phone', place: null, interviewers: KIM, state: 'planned', response: 'none' },
      ...{ sequence: 0, invited_at: at, changed_at: at, created_at: at, content_hash: '' },
    })
    .execute()
}

test.each([
  ['few times', 2],
  ['more times than one query has spans', 200],
])(
  'with %s, every overlap with a time is found, and between a few times that are far apart no interview is read',
  async (_, count) => {
    await app.db.deleteFrom('interviews').execute()
    const times = Array.from({ length: count }, (_, index) => after(index * 100))
    for (const startsAt of times)
      await plan(new Date(Date.parse(startsAt) - 9 * HOUR_MS).toISOString(), startsAt.replace(':00:00', ':30:00'))
    for (let hour = 20; hour < 80; hour += 10) await plan(after(hour), after(hour + 1))
    let read = 0
    const counted = app.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        read += result.rows.length
        return result
      },
    })
    const offer = { application_id: 0, times: JSON.stringify(times), minutes: 45, interviewers: KIM }
    const isTaken = await readTaken(counted, [offer], NOW)
    expect(times.filter((startsAt) => !isTaken(offer, startsAt))).toEqual([])
    expect(read).toBe(count)
    expect(isTaken({ ...offer, interviewers: '[]' }, times[0] as string)).toBe(false)
  },
)
