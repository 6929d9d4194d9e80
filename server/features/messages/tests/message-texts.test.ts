import { expect, test } from 'vitest'
import type { Message } from '../../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../../contract/wire/error.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { adminClient } from '../../../../test/admin-client.ts'
import { applyAtOnce, insertApplicant } from '../../../../test/factories.ts'
import { prepareMessages } from '../../../../test/smtp/message-kit.ts'

const { app, smtp, admin, goTo, list, act, untilState, decide, useRules } = prepareMessages()

test.each(['Pay at http://evil.example/x', '=?utf-8?B?cGF5IG5vdw==?= Eve', 'Eve <a@evil.example> Evil'])(
  'a form in which %j was typed as a name sends a mail without it',
  async (name) => {
    await applyAtOnce(app(), { name, email: 'victim@example.com' })
    await smtp().untilReceived(1)
    const { mail, source } = smtp().received[0] ?? expect.fail('nothing arrived')
    expect(source).toMatch(/^To: victim@example\.com\r$/m)
    expect([mail.to, mail.text]).toEqual([
      [{ name: '', address: 'victim@example.com' }],
      expect.stringMatching(/^Hello there,/),
    ])
  },
)

test('messages about one application form one conversation', async () => {
  const id = await applyAtOnce(app())
  await smtp().untilReceived(1)
  await untilState('sent')
  await admin().send('POST', ADMIN_API.messages, {
    applications: [id],
    subject: 'One question',
    body: 'When can you start?',
  })
  await goTo(10)
  await smtp().untilReceived(2)
  const [first, second] = smtp().received.map(({ mail }) => mail)
  expect(second).toMatchObject({ inReplyTo: first?.messageId, references: first?.messageId })
})

test('lines of a message arrive as lines, however the program in which they were written ends them', async () => {
  const body = 'Hello,\rone\r\ntwo\nthree\u2028four\r\rYours'
  await admin().send('POST', ADMIN_API.messages, {
    applications: [await insertApplicant(app().db)],
    subject: 'Hello',
    body,
  })
  await goTo(10)
  await smtp().untilReceived(1)
  const { mail, source } = smtp().received[0] ?? expect.fail('nothing arrived')
  expect(mail.text?.trimEnd()).toBe('Hello,\none\ntwo\nthree\nfour\n\nYours')
  expect(mail.html).toMatch(/one<br>\ntwo<br>\nthree<br>\nfour<\/p>\n<p [^>]+>Yours/)
  expect(source.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

test('a message to several is filled in for each, can be previewed, and cancelled before it leaves', async () => {
  const ana = await insertApplicant(app().db, { name: 'Ana Núñez' })
  const li = await insertApplicant(app().db, { name: 'Li' })
  const text = { subject: 'News for {first_name|you}', body: 'Dear {name}, {sender} of {company} writes.' }
  const preview = await admin().request('POST', ADMIN_API.messagePreview, { applicationId: li, ...text })
  const company = 'Permian Edge Controls'
  const body = `Dear Li, ${company} of ${company} writes.`
  expect(preview.body, 'a username signs nothing').toMatchObject({ subject: 'News for you', body })
  const sent = { applications: [ana, li, 2_000_000_000], ...text }
  const { body: queued } = await admin().request<{ messages: Message[]; refused: number[] }>(
    'POST',
    ADMIN_API.messages,
    sent,
  )
  expect(queued.refused).toEqual([2_000_000_000])
  expect(queued.messages.map(({ subject }) => subject).sort()).toEqual(['News for Ana', 'News for you'])
  const headers = { ...(await app().signIn()), 'idempotency-key': 'one' }
  const repeated = () => adminClient(app(), headers).request<{ messages: Message[] }>('POST', ADMIN_API.messages, sent)
  expect((await repeated()).body.messages).toEqual((await repeated()).body.messages)
  expect((await list()).counts.waiting).toBe(4)
  await act('cancel', ...(await repeated()).body.messages.map(({ id }) => id))
  const cancelled = await act('cancel', ...queued.messages.map(({ id }) => id))
  expect(cancelled.body.changed.map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  await goTo(11)
  expect(smtp().received).toEqual([])
})

test('the name of an admin signs messages, and stands where the admin did something; without one the company signs once', async () => {
  await useRules({ rejected: 'always' })
  const reject = async () => {
    const id = await insertApplicant(app().db)
    await decide('rejected', id)
    const { messages } = await list()
    const history = await admin().request<{ by: string | null }[]>('GET', pathTo(ADMIN_API.applicationHistory, id))
    const signature = messages[0]?.body.split('\n\n').at(-1)?.trim()
    return { signature, by: messages[0]?.by, did: history.body.at(0)?.by }
  }
  expect(await reject()).toEqual({ signature: 'Kind regards\nPermian Edge Controls', by: 'admin', did: 'admin' })
  await admin().send('PUT', ADMIN_API.ownDisplayName, { displayName: 'Ana Ruiz' })
  const named = { signature: 'Kind regards\nAna Ruiz\nPermian Edge Controls', by: 'Ana Ruiz', did: 'Ana Ruiz' }
  expect(await reject()).toEqual(named)
  await admin().send('PUT', ADMIN_API.ownDisplayName, { displayName: null })
})

test('a private link in a subject is refused by name, in a template and in a message', async () => {
  const text = { subject: 'Look: {status_link|here}', body: 'Dear {name}' }
  const template = ADMIN_API.messageTemplate.replace(':kind', 'rejected')
  for (const [method, path, sent] of [
    ['PUT', template, text],
    ['POST', ADMIN_API.messages, { applications: [1], ...text }],
    ['POST', ADMIN_API.messagePreview, { applicationId: 1, ...text }],
  ] as const) {
    const refused = await admin().request(method, path, sent)
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('{status_link} can only stand in the message, not in its subject')
  }
})

test('an unknown variable is refused by name, and a template goes back to its default', async () => {
  const refused = await admin().request('PUT', ADMIN_API.messageTemplate.replace(':kind', 'rejected'), {
    subject: 'Your application',
    body: 'Dear {firstname}, {nme}',
  })
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.body)).toContain('{firstname}, {nme}')
  for (const unknown of ['Name', 'First_Name', 'first name', ' name ', 'name2', '1', '', 'prénom', 'a\nb', 'na|me']) {
    const text = { subject: 'Hello', body: `Dear {first_name|there} {${unknown}} {${unknown}|you}` }
    const refused = await admin().request<ErrorBody>('POST', ADMIN_API.messagePreview, { applicationId: 1, ...text })
    expect([refused.status, refused.body.issues?.map(({ path }) => path)], unknown).toEqual([400, ['body']])
    expect(refused.body.issues?.[0]?.message).toContain(`{${unknown.split('|')[0]}} is no variable of messages`)
  }
  const braces = `{${'x'.repeat(5_000)}} ${Array.from({ length: 500 }, (_, number) => `{x${number}}`).join('')}`
  const many = await admin().request<ErrorBody>('POST', ADMIN_API.messagePreview, {
    ...{ applicationId: 1, subject: 'Hello', body: braces },
  })
  expect(many.body.issues?.[0]?.message).toMatch(/^\{x{40}…\}, \{x0\}, .* and 496 more are no variables of messages$/)
  const applicationId = await insertApplicant(app().db)
  for (const [count, status] of [
    [100, 200],
    [101, 400],
  ] as const) {
    const text = { subject: 'Hello', body: '{job}'.repeat(count) }
    const filled = await admin().request<ErrorBody>('POST', ADMIN_API.messagePreview, { applicationId, ...text })
    expect(filled.status, JSON.stringify(filled.body)).toBe(status)
    if (status === 400) expect(filled.body.issues?.[0]?.message).toBe('A message can have at most 100 variables')
  }
  const path = ADMIN_API.messageTemplate.replace(':kind', 'receipt')
  await admin().send('PUT', path, { subject: 'Got it, {first_name|friend}', body: 'Thanks for {job}.' })
  await applyAtOnce(app(), { name: 'Ana Núñez' })
  await smtp().untilReceived(1)
  expect(smtp().received[0]?.mail.subject).toBe('Got it, Ana')
  const reset = await admin().request<{ kind: string; isDefault: boolean }[]>('DELETE', path)
  expect(reset.body.find(({ kind }) => kind === 'receipt')).toMatchObject({ isDefault: true })
})
