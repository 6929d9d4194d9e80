import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SubmissionReceipt } from '../../contract/applications/application.ts'
import { encodeReceipt, formatReceiptFile, type Receipt } from '../../contract/applications/receipt.ts'
import { LONGEST_RECEIPT_TEXT } from '../../contract/wire/limits.ts'
import { API } from '../../contract/wire/paths.ts'
import { applicationForm, createJob, fixture } from '../../test/factories.ts'
import { runOperatorCommand, runOperatorProgram } from '../../test/run-operator-command.ts'
import { startTestApp, type TestApp } from '../../test/test-app.ts'
import { RECEIPT_KEYS_FILE } from '../features/receipts/key-storage.ts'

let app: TestApp
let folder: string
let receipt: Receipt
let foreign: Receipt
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-receipts-'))
  const other = await startTestApp()
  foreign = await issue(other)
  await other.stop()
  app = await startTestApp()
  receipt = await issue(app)
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

async function issue(of: TestApp): Promise<Receipt> {
  const body = applicationForm({ jobId: String(await createJob(of, { title: 'Pump "Œ" \u001b[31m Inspector' })) })
  const response = await of.request(API.submitApplication, { method: 'POST', body })
  return ((await response.json()) as SubmissionReceipt).receipt
}
const fileWith = async (content: string | Buffer) => {
  const file = join(folder, 'receipt.json')
  await writeFile(file, content)
  return file
}
const check = (file: string) => runOperatorCommand('verify', app.dataDir, '--receipt', file)
const linkOf = (one: Receipt) => `https://careers.example.com/recovery#receipt=${encodeReceipt(one)}`

test('a good receipt is printed without control characters, from its file, its link or a mail with the link', async () => {
  for (const text of [
    formatReceiptFile(receipt),
    `\uFEFF${formatReceiptFile(receipt).replaceAll('\n', '\r\n')}`,
    linkOf(receipt),
    `Hello Ana,\r\n\r\nkeep this:\r\n${linkOf(receipt)}\r\n`,
  ]) {
    const { code, stdout, stderr } = await check(await fileWith(text))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(receipt.sha256)
    expect(stdout).toContain('The receipt is valid')
    expect(stdout).not.toContain('\u001b')
  }
})

test('it is checked without a server, a network or a database', async () => {
  const alone = await mkdtemp(join(tmpdir(), 'wellhead-keys-'))
  await copyFile(join(app.dataDir, RECEIPT_KEYS_FILE), join(alone, RECEIPT_KEYS_FILE))
  const result = await runOperatorProgram('verify', alone, '--receipt', await fileWith(formatReceiptFile(receipt)))
  expect(result).toMatchObject({ code: 0, stderr: '' })
  await rm(alone, { recursive: true })
})

test('with a secret key the keys are in the backup of the database, and open with the same secret alone', async () => {
  const SECRET_KEY = 'a secret of at least thirty-two characters'
  const sealed = await startTestApp({ secretKey: SECRET_KEY })
  const file = await fileWith(formatReceiptFile(await issue(sealed)))
  const [backup, restored] = [join(folder, 'backup.tar'), join(folder, 'restored')]
  expect(await runOperatorCommand('backup', sealed.dataDir, backup)).toMatchObject({ code: 0 })
  const BACKUP_SEAL_KEY_FILE = join(sealed.dataDir, 'backup-seal.key')
  const elsewhere = { DATA_DIR: restored, BACKUP_SEAL_KEY_FILE }
  expect(await runOperatorCommand('restore', elsewhere, backup)).toMatchObject({ code: 0 })
  await sealed.stop()
  const checkWith = (settings: Record<string, string>) =>
    runOperatorCommand('verify', { DATA_DIR: restored, ...settings }, '--receipt', file)
  expect(await checkWith({ SECRET_KEY })).toMatchObject({ code: 0, stderr: '' })
  expect((await checkWith({ SECRET_KEY: `${SECRET_KEY}?` })).stderr).toContain('SECRET_KEY does not open the keys')
  expect((await checkWith({})).stderr).toContain('with SECRET_KEY they are in the database: set it.')
})

test('altered and foreign receipts are refused, and told apart', async () => {
  const altered = await check(
    await fileWith(formatReceiptFile({ ...receipt, job: 'Director', email: 'eve@example.com' })),
  )
  expect(altered).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The receipt was altered after it was issued. What differs: job title, email.\n',
  })
  const forged = await check(await fileWith(formatReceiptFile({ ...receipt, signature: 'A'.repeat(86) })))
  expect(forged.stderr).toContain('What differs: its signature.')
  const other = await check(await fileWith(formatReceiptFile(foreign)))
  expect(other).toEqual({
    code: 1,
    stdout: '',
    stderr: `The receipt is not from this installation: its key ${foreign.keyId} is not one of ours.\n`,
  })
})

test('a file that is cut, huge, binary, empty or no file is refused in one line, in no time', async () => {
  const whole = formatReceiptFile(receipt)
  const isNone = 'is not a receipt: neither its file, nor its link, nor a mail with it.'
  for (const [content, reason] of [
    [whole.slice(0, -20), isNone],
    [linkOf(receipt).slice(0, -40), isNone],
    ['', isNone],
    [fixture('resume.pdf'), isNone],
    [Buffer.alloc(4_096, 0xff), isNone],
    [`${linkOf(receipt)}${' '.repeat(LONGEST_RECEIPT_TEXT)}`, isNone],
    ['{'.repeat(LONGEST_RECEIPT_TEXT - 1), isNone],
    [Buffer.alloc(64 * 1024 * 1024, '{'), 'The receipt cannot be read: it is larger than 800 kB.'],
  ] as const) {
    const { code, stdout, stderr } = await check(await fileWith(content))
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(stderr).toContain(reason)
  }
  for (const path of [folder, '/dev/zero']) {
    expect(await check(path)).toMatchObject({ code: 1, stderr: 'The receipt cannot be read: it is not a file.\n' })
  }
  expect((await check(join(folder, 'none.json'))).stderr).toMatch(/^The receipt cannot be read: ENOENT/)
})
