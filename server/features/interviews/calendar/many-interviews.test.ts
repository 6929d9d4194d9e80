import { ICalCalendar } from 'ical-generator'
import ical from 'node-ical'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { adminClient } from '../../../../test/admin-client.ts'
import { insertApplicant } from '../../../../test/factories.ts'
import { countOtherWork } from '../../../../test/other-work.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'
import { createInterviewWriter } from '../invitations/interview-messages.ts'
import { listFed } from '../stored/interview-queries.ts'

const NOON = new Date('2026-03-02T12:00:00.000Z')
const INTERVIEWS = 500
const LINE_OCTETS = 75
const READERS = 20

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await insertInterviews(await insertApplicant(app.db, { name: 'Ana '.repeat(20).trim() }))
})
afterAll(() => app.stop())

test('a calendar of many interviews with long texts is whole, and lets other requests go on while it is made', async () => {
  const interviews = await listFed(app.db, NOON)
  const { feedOf } = createInterviewWriter({
    ...{ company: 'END:VCALENDAR', publicUrl: 'https://careers.example.com' },
    ...{ organizer: { name: 'Careers', address: 'careers@example.com' }, sendsMail: true },
  })
  const otherWork = countOtherWork()
  const added = vi.spyOn(ICalCalendar.prototype, 'createEvent')
  const restoreClock = slowClock()
  const file = await feedOf(app.db, interviews, NOON)
  restoreClock()
  expect(otherWork()).toBeGreaterThanOrEqual(INTERVIEWS)
  expect(added.mock.calls).toHaveLength(INTERVIEWS)
  const kept = added.mock.contexts.map((calendar) => (calendar as ICalCalendar).length())
  expect(Math.max(...kept), 'events beside the file').toBe(0)

  const events = Object.values(ical.parseICS(file)).filter((part) => part?.type === 'VEVENT')
  expect(events.map((event) => event?.uid)).toEqual(interviews.map(({ uid }) => uid))
  expect(events[0]).toMatchObject({ location: PLACE, description: expect.stringContaining('/admin/applications/') })
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n$/)
  expect(file.split('\r\n').filter((line) => Buffer.byteLength(line) > LINE_OCTETS)).toEqual([])
})

test('calendar programs that read at once share what is made', async () => {
  app.setNow(NOON)
  const admin = adminClient(app, await app.signIn())
  const { pathname } = new URL((await admin.request<{ url: string }>('POST', ADMIN_API.calendarFeed)).body.url)
  const selecting = vi.spyOn(app.db, 'selectFrom')
  // Every event gives way to others, so the other programs ask before the first has its calendar.
  const restoreClock = slowClock()
  const files = await Promise.all(Array.from({ length: READERS }, async () => (await app.request(pathname)).text()))
  restoreClock()
  expect(new Set(files).size).toBe(1)
  expect(files[0]?.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(INTERVIEWS)
  const runs = selecting.mock.calls.filter(([table]) => (table as unknown) === 'interviews').length
  expect(runs).toBeGreaterThan(0)
  expect(runs).toBeLessThan(READERS / 2)
})

/** A clock on which each event takes longer than others are made to wait. @returns the action that puts the real one back */
function slowClock(): () => void {
  let milliseconds = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    milliseconds += 10
    return milliseconds
  })
  return () => clock.mockRestore()
}

const PLACE = 'Øst; gate "B", '.repeat(30).trim()

async function insertInterviews(applicationId: number): Promise<void> {
  const rows = Array.from({ length: INTERVIEWS }, (_, index) => {
    const startsAt = NOON.getTime() + index * 60 * 60_000
    return {
      ...{ application_id: applicationId, uid: `${index}@example.com`, sequence: 0, state: 'planned' as const },
      ...{ starts_at: new Date(startsAt).toISOString(), ends_at: new Date(startsAt + 45 * 60_000).toISOString() },
      ...{ time_zone: 'UTC', kind: 'on_site' as const, place: PLACE, interviewers: '[]', response: 'none' as const },
      ...{ created_at: NOON.toISOString(), changed_at: NOON.toISOString(), invited_at: null, content_hash: '' },
    }
  })
  await app.db.insertInto('interviews').values(rows).execute()
}
