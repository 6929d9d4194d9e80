import { expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { signInAs } from '../../../../test/admin-client.ts'
import { insertApplicant } from '../../../../test/factories.ts'
import { prepareManagers, removeOthers } from '../../../../test/managers/manager-kit.ts'
import { DAY, MINUTE, NOON, PATIENT, prepareMail } from '../../../../test/smtp/mail-kit.ts'

const { app, smtp, admin, goTo, mailTo } = prepareMail({ clears: ['mails', 'jobs', 'accounts'] })

/** After eight where the company is. */
const MORNING = 3 * 60 * MINUTE

/** A posting that has someone who waits too long, one who is not answered, and one who has chosen no time. */
async function insertWaiting(jobId: number | null, name: string): Promise<void> {
  const created_at = new Date(NOON - 20 * DAY).toISOString()
  await insertApplicant(app().db, { job_id: jobId, name: `${name} Waits`, created_at })
  await insertApplicant(app().db, { job_id: jobId, name: `${name} Decided`, status: 'rejected' })
  const applicant = { job_id: jobId, name: `${name} Undecided`, status: 'reviewing' } as const
  const application_id = await insertApplicant(app().db, applicant)
  const closed_at = new Date(NOON - DAY).toISOString()
  await app()
    .db.insertInto('interview_offers')
    .values({
      ...{ application_id, state: 'declined', times: '[]', ends_at: closed_at, closed_at, remind_at: null },
      ...{ minutes: 30, kind: 'phone', place: null, interviewers: '[]', time_zone: 'UTC', last_day: '2026-03-01' },
      ...{ username: 'boss', created_at: closed_at, idempotency_key: null, content_hash: '' },
    })
    .execute()
}

const giveAddress = (username: string, email: string) =>
  app().db.updateTable('accounts').set({ email }).where('username', 'like', `${username}%`).execute()

/**
 * Plans the digests of a day, and waits until all have come to their end.
 * @param meanwhile happens while the mail server has yet to take the first of them
 * @returns how each has ended
 */
async function sendDigests(at: number, meanwhile?: () => Promise<unknown>): Promise<string[]> {
  await goTo(at)
  if (meanwhile) smtp().plan({ name: 'hold', at: 'recipient' })
  await app().runWork('plan-digests')
  app().wakeOutbox()
  if (meanwhile) {
    await smtp().untilHeld()
    await meanwhile()
    smtp().release()
  }
  const mails = app().db.selectFrom('mails').select('state').where('kind', '=', 'digest').orderBy('id')
  return vi.waitFor(async () => {
    const states = (await mails.execute()).map(({ state }) => String(state))
    expect(states).not.toContainEqual(expect.stringMatching(/waiting|sending/))
    return states
  }, PATIENT)
}
const textTo = (address: string) => mailTo(address).at(-1)?.mail.text ?? expect.fail(`nothing to ${address}`)

test('the digest of a hiring manager is that of an installation with the own postings alone', async () => {
  const { mine, other } = await prepareManagers(app(), NOON)
  await giveAddress('admin', 'boss@example.com')
  await giveAddress('paul', 'paul@example.com')
  await signInAs(app(), 'rita', { role: 'recruiter' })
  await giveAddress('rita', 'rita@example.com')
  for (const [jobId, name] of [
    [mine, 'Mia'],
    [other, 'Otto'],
    [null, 'Gina'],
  ] as const)
    await insertWaiting(jobId, name)
  expect(await sendDigests(MORNING)).toEqual(['sent', 'sent', 'sent'])
  const [ofOwner, ofRecruiter, ofManager] = ['boss', 'rita', 'paul'].map((name) => textTo(`${name}@example.com`))
  expect(ofRecruiter).toBe(ofOwner)
  expect(ofOwner).toMatch(/^3 wait longer than promised:\n[\s\S]*Otto[\s\S]*3 decided, not answered:/)
  expect(ofManager).toMatch(
    /^1 waits longer than promised:\n[\s\S]*1 decided, not answered:[\s\S]*1 has chosen no time/,
  )
  expect(ofManager).not.toMatch(/Otto|Gina/)
  expect(mailTo('paul@example.com')[0]?.mail.subject).toBe(
    '1 waits longer than promised, 1 decided, not answered, 1 has chosen no time for an interview',
  )

  await removeOthers(app().db, mine)
  await app().db.deleteFrom('mails').execute()
  expect(await sendDigests(MORNING)).toEqual(['sent', 'sent', 'sent'])
  const withoutFooter = (text = '') => text.trimEnd().split('\n').slice(0, -1)
  expect(withoutFooter(textTo('boss@example.com'))).toEqual(withoutFooter(ofManager))
  expect(ofManager, 'no link to a page that is not for the reader').not.toContain('/admin/settings')
})

test('a hiring manager for whom nothing waits gets none, nor does one who is deactivated, also at the last moment', async () => {
  const { mine, other } = await prepareManagers(app(), NOON)
  await giveAddress('paul', 'paul@example.com')
  await giveAddress('dana', 'dana@example.com')
  await insertWaiting(other, 'Otto')
  expect(await sendDigests(MORNING)).toEqual(['nothing', 'nothing'])
  await insertWaiting(mine, 'Mia')
  const deactivate = (username: string) =>
    app()
      .db.updateTable('accounts')
      .set({ deactivated_at: new Date(NOON).toISOString() })
      .where('username', 'like', `${username}%`)
      .execute()
  await deactivate('paul')
  expect(await sendDigests(DAY + MORNING)).toEqual(['nothing', 'nothing', 'sent'])

  const states = await sendDigests(2 * DAY + MORNING, () => deactivate('dana'))
  expect(states).toEqual(['nothing', 'nothing', 'sent', 'nothing'])
  expect(smtp().received.flatMap(({ envelopeTo }) => envelopeTo)).toEqual(['dana@example.com'])
})

test('a digest tells of the postings that its reader has when it leaves', async () => {
  const { mine } = await prepareManagers(app(), NOON)
  await giveAddress('dana', 'dana@example.com')
  await insertWaiting(mine, 'Mia')
  const states = await sendDigests(MORNING, () => app().db.deleteFrom('job_assignments').execute())
  expect(states).toEqual(['nothing'])
  expect((await admin().send('PUT', ADMIN_API.ownEmail, { email: 'boss@example.com' })).status).toBe(200)
  expect(await sendDigests(MORNING)).toEqual(['nothing', 'sent'])
})
