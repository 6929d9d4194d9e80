import { expect, test } from 'vitest'
import { readReceipt } from '../../../../contract/applications/receipt.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { applyAtOnce, createJob } from '../../../../test/factories.ts'
import { question, readAsked } from '../../../../test/questions.ts'
import { prepareMessages } from '../../../../test/smtp/message-kit.ts'

const { app, smtp, admin, list, onlyMessage, untilState, actionsOf } = prepareMessages()

test('an application is acknowledged by mail, with its posting and its reference', async () => {
  const jobId = await createJob(app(), { title: 'Controls Technician' })
  const id = await applyAtOnce(app(), { jobId: String(jobId), name: 'Ana Núñez' })
  await smtp().untilReceived(1)
  const { mail } = smtp().received[0] ?? expect.fail('nothing arrived')
  expect(mail.to).toEqual([{ name: 'Ana Núñez', address: 'ana@example.com' }])
  expect(mail.subject).toBe(`We have your application (APP-${String(id).padStart(4, '0')})`)
  expect(mail.text).toContain('Hello Ana,')
  expect(mail.text).toContain('Position: Controls Technician\n')
  expect(mail.text).toContain('Answer by: Thursday, March 12\n')
  expect(mail.html).toContain('>We have your application, Ana</h1>')
  expect(mail.html).not.toContain('Hello Ana')
  expect(mail.html).toMatch(/<a [^>]*href="[^"]+\/my-application#[\w-]{43}"[^>]*>See where it stands<\/a>/)
  expect(mail.html?.match(/See (how|where)/g), 'the card says it once, on the button').toHaveLength(1)
  expect(mail.text).toMatch(/withdraw it, on its private page\.\n\nSee where it stands:\n\S+\/my-application#/)
  const [file] = mail.attachments
  expect(file).toMatchObject({
    filename: `receipt-APP-${String(id).padStart(4, '0')}.json`,
    mimeType: 'application/json',
  })
  const attached = readReceipt(new TextDecoder().decode(file?.content as ArrayBuffer))
  expect(attached).toMatchObject({ name: 'Ana Núñez', job: 'Controls Technician' })
  for (const part of [mail.text ?? '', mail.html ?? ''])
    expect(Math.max(...part.split(/\s/).map(({ length }) => length))).toBeLessThan(200)
  await untilState('sent')
  const { receipt } = await onlyMessage()
  expect(readReceipt(receipt ?? ''), 'for an admin who passes it on by hand').toEqual(attached)
  expect(await onlyMessage()).toMatchObject({ kind: 'receipt', by: null, response: expect.stringContaining('Queued') })
  expect(await actionsOf(id)).toContain('sent')
})

test('the mail with a receipt repeats no answer, which a stranger could have written', async () => {
  const jobId = await createJob(app(), { questions: [question({ text: 'Which historian?' })] })
  const [asked] = await readAsked(app(), jobId)
  await applyAtOnce(app(), { jobId: String(jobId), [`answer-${asked?.id}`]: 'Buy pills at pills.example' })
  await smtp().untilReceived(1)
  const { mail } = smtp().received[0] ?? expect.fail('nothing arrived')
  const attached = new TextDecoder().decode(mail.attachments[0]?.content as ArrayBuffer)
  expect(readReceipt(attached)?.answersSha256).toMatch(/^[0-9a-f]{64}$/)
  for (const part of [mail.text, mail.html, attached]) expect(part).not.toMatch(/pills|historian/)
})

test('an application in quarantine gets its receipt only when it is released', async () => {
  const id = await applyAtOnce(app(), { website: 'https://spam.example.com' })
  expect((await list()).messages).toEqual([])
  await admin().send('PATCH', pathTo(ADMIN_API.adminApplication, id), { quarantined: false })
  app().wakeOutbox()
  await smtp().untilReceived(1)
})
