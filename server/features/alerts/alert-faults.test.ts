import { expect, test } from 'vitest'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { prepareAlerts } from '../../../test/alerts/alert-kit.ts'
import { createJob } from '../../../test/factories.ts'
import { DAY, MINUTE, NOON } from '../../../test/smtp/mail-kit.ts'
import type { Behaviour } from '../../../test/smtp/smtp-kit.ts'
import { forgetEnded } from './forget-alerts.ts'

const site = prepareAlerts()
const { ask, send, subscribe, goTo, plan, wakeOutbox, arrival, list, untilStates, untilNoTask, untilPostponed } = site

/** A subscriber, a posting that fits, and a mail about it, with which the mail server deals like this. */
async function mailUnder(behaviour: Behaviour): Promise<{ jobId: number; link: string }> {
  const link = await subscribe()
  await goTo(NOON + MINUTE)
  const jobId = await createJob(site.app(), { title: 'First' })
  site.smtp().plan(behaviour)
  await plan()
  return { jobId, link }
}
/** The same, with a mail server that says nothing more: before the content until it is released, or for ever. */
async function holdMail(behaviour: Behaviour = { name: 'hold', at: 'recipient' }) {
  const held = await mailUnder(behaviour)
  await site.smtp().untilHeld()
  return held
}
const close = (id: number) => site.admin().send('PATCH', pathTo(ADMIN_API.adminJob, id), { status: 'filled' })

test('a server that says later is tried again with the same Message-ID, an uncertain end is never repeated', async () => {
  await mailUnder({ name: 'refuse', at: 'content', code: 451, text: 'Greylisted' })
  const { message_id } = await untilPostponed()
  await goTo(site.now() + MINUTE)
  wakeOutbox()
  expect((await arrival(2)).mail.messageId).toBe(message_id)
  await untilStates('confirmation sent', 'openings sent')

  await goTo(NOON + DAY)
  await createJob(site.app(), { title: 'Second' })
  site.smtp().plan({ name: 'cut', at: 'response' })
  await plan()
  await untilStates('confirmation sent', 'openings sent', 'openings perhaps_sent')
  for (const days of [1, 2]) {
    await goTo(NOON + days * DAY + 60 * MINUTE)
    expect(await plan()).toBe(0)
  }
  expect((await list()).alerts[0]?.lastMail).toMatchObject({ kind: 'openings', state: 'perhaps_sent' })
  expect(site.smtp().received).toHaveLength(3)
})

test('a mail server that hangs in the middle of a mail perhaps has it: it is not repeated, and the next mail names what is new', async () => {
  await holdMail({ name: 'hang', at: 'middle' })
  expect((await list()).alerts[0]?.lastMail).toMatchObject({ kind: 'openings', state: 'sending' })
  expect(await plan()).toBe(0)
  site.smtp().release()
  await untilStates('confirmation sent', 'openings perhaps_sent')
  expect(site.smtp().received).toHaveLength(1)
  await goTo(NOON + DAY)
  await createJob(site.app(), { title: 'Second' })
  expect(await plan()).toBe(1)
  expect((await arrival(2)).mail.subject).toBe('New position: Second')
})

test('a mail server that hangs holds up nobody who ends a job alert, and gets nothing more for the address', async () => {
  const { link } = await holdMail({ name: 'hang', at: 'middle' })
  const ended = await send(link.replace(PAGE.jobAlert, PAGE.endJobAlert))
  expect(await ended.text()).toContain('Your job alert has ended')
  expect((await list()).alerts).toEqual([])
  site.smtp().release()
  await untilNoTask()
  await goTo(NOON + DAY)
  expect(await plan()).toBe(0)
  expect(site.smtp().received).toHaveLength(1)
})

test('a posting that closes while the mail server keeps the mail waiting is not named', async () => {
  const { jobId } = await holdMail()
  await createJob(site.app(), { title: 'Second' })
  expect((await close(jobId)).status).toBe(200)
  site.smtp().release()
  await untilPostponed()
  expect(site.smtp().received).toHaveLength(1)
  await goTo(site.now() + MINUTE)
  wakeOutbox()
  const { mail } = await arrival(2)
  expect(mail.subject).toBe('New position: Second')
  expect(mail.text).not.toContain('First')
})

test('a mail that the mail server keeps waiting beyond its day is not sent beside that of the next one', async () => {
  await holdMail()
  await goTo(NOON + DAY)
  site.smtp().release()
  await untilStates('confirmation sent', 'openings nothing')
  expect(await plan()).toBe(1)
  await untilStates('confirmation sent', 'openings nothing', 'openings sent')
  expect(site.smtp().received.map(({ mail }) => mail.subject?.split(' ')[0])).toEqual(['Confirm', 'New'])
})

test('who ends a job alert while the mail server keeps its mail waiting gets nothing more', async () => {
  const { link } = await holdMail()
  expect((await send(link.replace(PAGE.jobAlert, PAGE.endJobAlert))).status).toBe(200)
  site.smtp().release()
  await untilNoTask()
  expect(site.smtp().received).toHaveLength(1)
})

test('an address that the server refuses for good gets no more mail, and is forgotten after 30 days', async () => {
  await mailUnder({ name: 'refuse', at: 'recipient', code: 550, text: '5.1.1 No such user' })
  await untilStates('confirmation sent', 'openings failed')
  expect((await list()).alerts).toMatchObject([
    { state: 'stopped', lastMail: { response: expect.stringContaining('No such user') } },
  ])
  await goTo(NOON + DAY)
  await createJob(site.app())
  expect(await plan()).toBe(0)
  expect((await ask()).status).toBe(303)
  await untilNoTask()
  expect(site.smtp().received).toHaveLength(1)
  await goTo(NOON + 32 * DAY)
  await forgetEnded(site.app().db, new Date(site.now()))
  expect((await list()).alerts).toEqual([])
})

test('who confirms again after the address was refused gets mail again, with what was missed', async () => {
  const { link } = await mailUnder({ name: 'refuse', at: 'recipient', code: 550, text: '5.2.1 Mailbox disabled' })
  const page = async () => (await site.app().request(link)).text()
  await untilStates('confirmation sent', 'openings failed')
  expect(await page()).not.toContain('Your job alert is on')
  await goTo(NOON + DAY)
  expect(await plan()).toBe(0)
  expect((await send(link)).status).toBe(303)
  expect(await page()).toContain('Your job alert is on')
  expect((await list()).alerts).toMatchObject([{ state: 'active' }])
  expect(await plan()).toBe(1)
  expect((await arrival(2)).mail.subject).toBe('New position: First')
  // Requests are heard again too.
  await subscribe({ words: 'welding' })
  expect((await list()).alerts).toMatchObject([{ state: 'active', words: 'welding' }])
})

test('what the server refuses for its content is in the mail of the next day', async () => {
  await mailUnder({ name: 'refuse', at: 'content', code: 554, text: 'Looks like spam' })
  await untilPostponed()
  await goTo(NOON + DAY)
  wakeOutbox()
  await untilStates('confirmation sent', 'openings nothing')
  await createJob(site.app(), { title: 'Second' })
  expect(await plan()).toBe(1)
  expect((await arrival(2)).mail.text).toMatch(/Second[\s\S]*First/)
})

test.each([
  [{ name: 'refuse', at: 'recipient', code: 554, text: '5.7.1 Client host is on a block list' }],
  [{ name: 'refuse', at: 'recipient', code: 550, text: '5.1.8 Sender address rejected' }],
  [{ name: 'refuse', at: 'recipient', code: 550, text: 'Rejected' }],
  [{ name: 'refuse', at: 'recipient', code: 530, text: '5.7.0 Authentication required' }],
  [{ name: 'refuse', at: 'sender', code: 550, text: '5.7.1 Sender refused' }],
  [{ name: 'refuse', at: 'content', code: 552, text: '5.3.4 Too large' }],
] as const)('a server that refuses us stops no job alert, and takes the mail later: %j', async (behaviour) => {
  await mailUnder(behaviour)
  await untilPostponed()
  expect((await list()).alerts).toMatchObject([{ state: 'active' }])
  await goTo(site.now() + MINUTE)
  wakeOutbox()
  await untilStates('confirmation sent', 'openings sent')
  expect(site.smtp().received).toHaveLength(2)
})
