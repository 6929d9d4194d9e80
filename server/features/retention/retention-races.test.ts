import { expect, test } from 'vitest'
import { insertApplicants } from '../../../test/factories.ts'
import { DAY, NOON, PATIENT, prepareMail } from '../../../test/smtp/mail-kit.ts'
import { readConfig } from '../../config.ts'
import { createToday } from '../../platform/calendar-day.ts'
import type { Services } from '../feature.ts'
import { createInterviewWriter } from '../interviews/invitations/interview-messages.ts'
import { createMessageWriter } from '../messages/queue-messages.ts'
import { applyingRetention } from './apply-retention.ts'

const { app, goTo } = prepareMail({ clears: ['retention_rules', 'audit_trail'] })

/** The same work as another process has it: the scheduler of one process lets a second run wait. */
function runAsOther(): Promise<unknown> {
  const { db, now: clock, wakeOutbox: wake, url: publicUrl } = app()
  const config = readConfig({}, 'development')
  const organizer = { name: 'Careers', address: 'careers@example.com' }
  const interviews = createInterviewWriter({ company: 'Wellhead', publicUrl, sendsMail: true, organizer })
  const today = createToday(clock, config.company.timeZone)
  const outbox = { wake } as Services['outbox']
  // No receipt is written, and no mailbox counted.
  const unused = { receipts: {} as Services['receipts'], mailboxes: {} as Services['mailboxes'], mail: null }
  const messages = createMessageWriter({ config, today, ...unused })
  return applyingRetention({ db, clock, today, config, interviews, messages, outbox }).run(new AbortController().signal)
}
const recorded = async (action: string) => {
  const entries = app().db.selectFrom('audit_trail').select('event').where('action', '=', action)
  return (await entries.execute()).map(({ event }) => JSON.parse(event))
}

test('two processes at once set aside and erase each person once', async () => {
  const { db } = app()
  const at = new Date(NOON).toISOString()
  const row = { email: 'zoe@example.com', status: 'rejected', created_at: at, moved_at: at } as const
  await insertApplicants(db, [row, { ...row, email: 'Zoe@example.com' }])
  await db
    .insertInto('retention_rules')
    .values({ id: 1, rules: JSON.stringify({ isOn: true }) })
    .execute()

  await goTo(180 * DAY)
  await Promise.all([runAsOther(), runAsOther()])
  expect(await recorded('people_set_aside')).toEqual([{ action: 'people_set_aside', people: 1, applications: 2 }])
  expect(await recorded('brought_back')).toEqual([])
  await goTo(210 * DAY)
  await Promise.all([runAsOther(), runAsOther()])
  expect(await recorded('retention_ended')).toHaveLength(2)
  await expect.poll(() => db.selectFrom('applications').select('id').execute(), PATIENT).toEqual([])
  expect(await recorded('erased')).toHaveLength(2)
})

test('two processes at once tell each person once', async () => {
  const { db } = app()
  const at = new Date(NOON).toISOString()
  const people = Array.from({ length: 25 }, (_, index) => ({
    ...({ status: 'rejected', created_at: at, moved_at: at } as const),
    email: `person${index}@example.com`,
  }))
  await insertApplicants(db, [...people, ...people])
  await db
    .insertInto('retention_rules')
    .values({ id: 1, rules: JSON.stringify({ isOn: true, noticeDays: 14 }) })
    .execute()

  await goTo(166 * DAY)
  await Promise.all([runAsOther(), runAsOther(), runAsOther()])
  const notices = db.selectFrom('mails').select('to_address').where('kind', '=', 'erasure_notice')
  const told = (await notices.execute()).map(({ to_address }) => to_address)
  expect(told.toSorted()).toEqual(people.map(({ email }) => email).toSorted())
})
