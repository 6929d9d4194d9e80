import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SubmissionReceipt } from '../../../contract/applications/application.ts'
import { encodeReceipt, formatReceiptFile, type Receipt, readReceipt } from '../../../contract/applications/receipt.ts'
import { firstAnswerField } from '../../../contract/jobs/question-answers.ts'
import { LONGEST_RECEIPT_TEXT } from '../../../contract/wire/limits.ts'
import { applicationForm, createJob } from '../../../test/factories.ts'
import { question, readAsked } from '../../../test/questions.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { RECEIPT_KEYS_FILE, rotateKeys } from './key-storage.ts'
import { createReceipts } from './receipts.ts'

const SECRET_KEY = 'a'.repeat(16) + 'B7'.repeat(16)

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.stop())

/** @param answers to the questions, by their place, which the posting then asks */
const issue = async (of = app, answers: string[] = []): Promise<Receipt> => {
  const questions = answers.map((_, index) => question({ text: `Question ${index + 1}` }))
  const jobId = await createJob(of, { questions })
  const fields = (await readAsked(of, jobId)).map((asked, index) => [firstAnswerField(asked), answers[index]])
  const body = applicationForm({ jobId: String(jobId), ...Object.fromEntries(fields) })
  const response = await of.request('/api/submit-application', { method: 'POST', body })
  return ((await response.json()) as SubmissionReceipt).receipt
}
const receipts = (secretKey: string | null = null) =>
  createReceipts({ dataDir: app.dataDir, secretKey, clock: () => new Date() })
const check = (receipt: Receipt, secretKey: string | null = null) => receipts(secretKey).check(app.db, receipt)

test('a receipt is valid with the key in the data folder, which this user alone can read', async () => {
  const receipt = await issue()
  expect(await check(receipt)).toEqual({ verdict: 'valid' })
  expect((await stat(join(app.dataDir, RECEIPT_KEYS_FILE))).mode & 0o777).toBe(0o600)
})

test.each([
  ['name', { name: 'Eve' }],
  ['job', { job: null }],
  ['size', { size: 1 }],
  ['sha256', { sha256: 'f'.repeat(64) }],
  ['keyId', { keyId: '0123456789abcdef' }],
] as const)('a receipt with another %s is refused, and that is named', async (field, change) => {
  expect(await check({ ...(await issue()), ...change })).toEqual({ verdict: 'altered', differs: [field] })
})

test('a receipt proves the answers: its file has them, its link leaves them out, and others are refused', async () => {
  const receipt = await issue(app, ['Zoë\n"Ζ" 名', ''])
  expect(receipt.answers).toEqual([
    { question: 'Question 1', kind: 'short_text', answer: ['Zoë "Ζ" 名'] },
    { question: 'Question 2', kind: 'short_text', answer: [] },
  ])
  expect(readReceipt(formatReceiptFile(receipt))).toEqual(receipt)
  expect(await check(receipt)).toEqual({ verdict: 'valid' })

  const { answers, ...linked } = receipt
  expect(readReceipt(encodeReceipt(receipt))).toEqual(linked)
  expect(await check(linked)).toEqual({ verdict: 'valid' })

  const given = answers ?? expect.fail('no answers')
  for (const others of [given.toReversed(), given.slice(1), given.map((each) => ({ ...each, answer: ['PI'] }))]) {
    expect(await check({ ...receipt, answers: others })).toEqual({ verdict: 'altered', differs: ['answersSha256'] })
  }
  const without = await issue()
  expect(without).toMatchObject({ answersSha256: null })
  expect(await check({ ...without, answers })).toEqual({ verdict: 'altered', differs: ['answersSha256'] })
})

test('a receipt with correct checksums and a wrong signature is refused all the same', async () => {
  const [one, other] = [await issue(), await issue()]
  expect(await check({ ...one, signature: other.signature })).toEqual({ verdict: 'altered', differs: [] })
})

test('a receipt of another installation is told apart from an altered one', async () => {
  const another = await startTestApp()
  const receipt = await issue(another)
  await another.stop()
  expect(await check(receipt)).toEqual({ verdict: 'other_installation' })
})

test('after a rotation earlier receipts stay valid, and new ones bear another key', async () => {
  const before = await issue()
  const storage = { dataDir: app.dataDir, secretKey: null }
  const { current } = await rotateKeys(app.db, storage, new Date())
  expect(current.id).not.toBe(before.keyId)
  expect(await check(before)).toEqual({ verdict: 'valid' })
  const file = await readFile(join(app.dataDir, RECEIPT_KEYS_FILE), 'utf8')
  expect(file.match(/privateKey/g)).toHaveLength(1)
})

test('with a secret key the keys move into the database, sealed, and no other secret opens them', async () => {
  const receipt = await issue()
  expect(await check(receipt, SECRET_KEY)).toEqual({ verdict: 'valid' })
  const { receipt_keys } = await app.db.selectFrom('installation').select('receipt_keys').executeTakeFirstOrThrow()
  expect(receipt_keys).not.toContain('privateKey')
  await expect(receipts(`${SECRET_KEY}!`).prepare(app.db)).rejects.toThrow('SECRET_KEY does not open the keys')
  await rotateKeys(app.db, { dataDir: app.dataDir, secretKey: SECRET_KEY }, new Date())
  expect(await check(receipt, SECRET_KEY)).toEqual({ verdict: 'valid' })
})

test('a receipt is read from its file, its link, a mail with the link, and its code', async () => {
  const receipt = { ...(await issue()), name: 'Zoë "Ζ" 名' }
  const code = encodeReceipt(receipt)
  const link = `https://careers.example.com/recovery#receipt=${code}`
  for (const text of [formatReceiptFile(receipt), link, `Hello,\nkeep this:\n${link}\n`, ` ${code}\n`])
    expect(readReceipt(text)).toEqual(receipt)
  for (const text of ['', '{}', 'hello', '#receipt=AAAA', '{"name":1}', `${link}${'x'.repeat(LONGEST_RECEIPT_TEXT)}`])
    expect(readReceipt(text)).toBeUndefined()
})

test.each([
  ['at 76 characters', '\n'],
  ['with carriage returns', '\r\n'],
  ['and quoted', '\n> '],
  ['and quoted twice', ' \n>> '],
])('a receipt is read from a link that a mail program wrapped %s', async (_, lineEnd) => {
  const receipt = { ...(await issue()), name: 'Zoë "Ζ" {"signature":"}' }
  const link = `https://careers.example.com/recovery#receipt=${encodeReceipt(receipt)}`
  const wrapped = (link.match(/.{1,76}/g) ?? []).join(lineEnd)
  for (const after of [[], ['', 'Regards,'], ['Regards'], ['Is_it-1'], ['>']])
    expect(readReceipt(['Hello,', 'keep this:', wrapped, ...after].join(lineEnd))).toEqual(receipt)
  expect(readReceipt(encodeReceipt(receipt).replaceAll(/.{76}/g, `$&${lineEnd}`))).toEqual(receipt)
})
