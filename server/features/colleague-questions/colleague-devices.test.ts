import { beforeEach, expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { COLLEAGUE_QUESTION } from '../../../contract/wire/limits.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { otherThan, prepareColleague, tokenIn } from '../../../test/colleagues/colleague-kit.ts'
import { insertApplicant } from '../../../test/factories.ts'
import { DAY, MINUTE, NOON, PATIENT, prepareMail } from '../../../test/smtp/mail-kit.ts'

const HOUR = 60 * MINUTE
const { codesAnHour, codesOfMailbox, mostCodes, mostDevices, mostTries } = COLLEAGUE_QUESTION

const site = prepareMail()
const { app, goTo, smtp } = site

let applicant: number
beforeEach(async () => {
  applicant = await insertApplicant(app().db, { name: 'Zoë Ito' })
})

const { askedToken, read, open, openFirst, sendCode, codes, codeIn } = prepareColleague(site, () => applicant)

/** Uses up the tries of a code. */
async function guess(token: string, code: string) {
  for (let tries = 0; tries < mostTries; tries += 1) await open(token, otherThan(code))
}

test('a forwarded link asks for a code from the mailbox of the colleague, which works once', async () => {
  const token = await askedToken()
  const device = await openFirst(token)
  expect((await read(token)).body).toMatchObject({ device: 'new', canSendCode: true, asked: null })
  const without = await open(token)
  expect(without.status, 'without a code').toBe(400)
  expect(without.body.message).toMatch(/opened on another device already.*code mailed.*enter it here/)
  expect((await open(token, null, device)).body.device, 'the same device again').toBe(device)
  expect((await sendCode(token)).status).toBe(204)
  const code = await codeIn(1)
  expect(code).toMatch(/^\d{6}$/)
  expect((await open(token, otherThan(code))).body).toMatchObject({
    code: 'invalid_request',
    issues: [{ path: 'code' }],
  })
  const other = await open(token, code)
  expect(other.status).toBe(200)
  expect((await read(token, other.body.device)).body.device).toBe('known')
  expect((await open(token, code)).status, 'it works once').toBe(400)
})

test('a code opens its own question alone, and none is sent before a first device has opened the link', async () => {
  const [token, other] = [await askedToken(), await askedToken()]
  expect((await sendCode(token)).status, 'no device yet').toBe(400)
  await openFirst(token)
  await openFirst(other)
  await sendCode(token)
  const code = await codeIn(1)
  expect(codes(), 'none was sent before').toHaveLength(1)
  expect((await open(other, code)).status).toBe(400)
  expect((await open(token, code)).status).toBe(200)
})

test('a code cannot be guessed: five tries, fifteen minutes, three codes an hour', async () => {
  const token = await askedToken()
  await openFirst(token)
  await sendCode(token)
  const first = await codeIn(1)
  await guess(token, first)
  expect((await open(token, first)).status, 'after five tries').toBe(400)
  await sendCode(token)
  const second = await codeIn(2)
  app().setNow(new Date(NOON + COLLEAGUE_QUESTION.codeMinutes * MINUTE))
  expect((await open(token, second)).status, 'after fifteen minutes').toBe(400)
  expect((await sendCode(token)).status).toBe(204)
  expect((await sendCode(token)).status).toBe(429)
  const third = await codeIn(3)
  expect((await open(token, third)).status).toBe(200)
})

test('a mail with a code that is tried again has a new code, but no new tries', async () => {
  const token = await askedToken()
  await openFirst(token)
  smtp().plan({ name: 'refuse', at: 'recipient', code: 450, text: 'Try later' })
  await sendCode(token)
  const waits = () => app().db.selectFrom('mails').select('id').where('deferred_since', 'is not', null).execute()
  await vi.waitUntil(async () => (await waits()).length > 0, PATIENT)
  await guess(token, '000000')
  await goTo(2 * MINUTE)
  const code = await codeIn(1)
  expect((await open(token, code)).status).toBe(400)
  await sendCode(token)
  expect((await open(token, await codeIn(2))).status, 'the next mail has its own').toBe(200)
})

test('a link has fifteen codes in its life, and then its sender is asked for another', async () => {
  const token = await askedToken()
  await openFirst(token)
  for (let count = 0; count < mostCodes; count += 1) {
    app().setNow(new Date(NOON + count * HOUR))
    expect((await sendCode(token)).status).toBe(204)
  }
  await codeIn(mostCodes)
  app().setNow(new Date(NOON + 13 * DAY))
  const refused = await sendCode(token)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ code: 'forbidden', message: expect.stringContaining('new link') })
})

test('five devices open a link; a further one is offered no code, and learns whom to ask', async () => {
  const token = await askedToken()
  await openFirst(token)
  for (let devices = 1; devices < mostDevices; devices += 1) {
    await goTo(devices * HOUR)
    expect((await read(token)).body.device).toBe('new')
    await sendCode(token)
    expect((await open(token, await codeIn(devices))).status).toBe(200)
  }
  await goTo(mostDevices * HOUR)
  expect((await read(token)).body).toMatchObject({ device: 'full', asked: null })
  const refused = await sendCode(token)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('several devices') })
  expect((await open(token, '000000')).status).toBe(403)
})

test('one mailbox gets twenty codes in a day, whichever links they are for and however its address is typed', async () => {
  const admin = site.admin()
  const statuses: number[] = []
  for (let links = 0; links * codesAnHour < codesOfMailbox; links += 1) {
    const asking = { email: `Max+${links}@example.com`, question: 'Would you talk to her?', byMail: false }
    const { body } = await admin.request<{ url: string }>(
      'POST',
      pathTo(ADMIN_API.colleagueQuestions, applicant),
      asking,
    )
    await openFirst(tokenIn(body.url))
    for (let codes = 0; codes < codesAnHour; codes += 1) statuses.push((await sendCode(tokenIn(body.url))).status)
  }
  expect(statuses.filter((status) => status === 204)).toHaveLength(codesOfMailbox)
  expect(statuses.at(-1)).toBe(429)
  const other = await askedToken()
  await openFirst(other)
  expect((await sendCode(other)).status, 'to another mailbox').toBe(204)
  app().setNow(new Date(NOON + DAY + MINUTE))
  expect((await sendCode(other)).status, 'a day later').toBe(204)
})
