import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SubmissionReceipt } from '../../contract/applications/application.ts'
import { formatReceiptFile, type Receipt } from '../../contract/applications/receipt.ts'
import { API } from '../../contract/wire/paths.ts'
import { RECEIPT_KEYS_FILE } from '../../server/features/receipts/key-storage.ts'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { applicationForm } from '../factories.ts'
import { runOperatorProgram } from '../run-operator-command.ts'
import { runServer, type ServerProcess } from '../run-server.ts'
import { startS3Server } from '../s3/s3-server.ts'

const PROCESSES = 3

let root: string
let database: Awaited<ReturnType<typeof makePostgresDatabase>>
let used: AsyncDisposableStack
beforeEach(async () => {
  used = new AsyncDisposableStack()
  root = await mkdtemp(join(tmpdir(), 'wellhead-keys-'))
  used.defer(() => rm(root, { recursive: true, force: true }))
  database = await makePostgresDatabase()
  used.defer(() => database.remove())
})
afterEach(() => used.disposeAsync())

/** Starts a process on its own folder, or on a shared one. */
const start = async (environment: Record<string, string>, folder: string) => {
  const server = await runServer({
    ...{ DATA_DIR: join(root, folder), DATABASE_URL: database.url, DATABASE_POOL_SIZE: '4', LOG_LEVEL: 'silent' },
    ...environment,
  })
  used.defer(async () => void (await server.end('SIGKILL')))
  return server
}
const issue = async ({ url }: ServerProcess): Promise<Receipt> => {
  const response = await fetch(url + API.submitApplication, { method: 'POST', body: applicationForm() })
  expect(response.status).toBe(201)
  return ((await response.json()) as SubmissionReceipt).receipt
}
const check = async ({ url }: ServerProcess, receipt: Receipt) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url + API.recoveryReceipt, {
    method: 'POST',
    headers,
    body: JSON.stringify({ receipt }),
  })
  return ((await response.json()) as { verdict: string }).verdict
}
/** Expects that all processes sign with one key, and that each accepts what any of them signs. */
async function expectOneKey(servers: ServerProcess[]): Promise<Receipt[]> {
  const receipts = await Promise.all(servers.map(issue))
  expect(new Set(receipts.map(({ keyId }) => keyId)).size).toBe(1)
  for (const server of servers) {
    expect(await Promise.all(receipts.map((receipt) => check(server, receipt)))).toEqual(receipts.map(() => 'valid'))
  }
  return receipts
}

test(`the first start of ${PROCESSES} processes at once makes one key in the database; a rotation reaches all of them`, async () => {
  const s3 = await startS3Server()
  used.defer(() => s3.stop())
  const environment = s3.environment(await s3.newBucket())
  const folders = Array.from({ length: PROCESSES }, (_, number) => `machine-${number}`)
  const servers = await Promise.all(folders.map((folder) => start(environment, folder)))
  const receipts = await expectOneKey(servers)
  for (const folder of folders) expect(await readdir(join(root, folder))).not.toContain(RECEIPT_KEYS_FILE)

  const operator = { ...environment, DATA_DIR: join(root, 'machine-0'), DATABASE_URL: database.url }
  const rotated = await runOperatorProgram('admin', operator, 'rotate-receipt-key')
  expect(rotated).toMatchObject({ code: 0, stderr: '' })
  const [, newKey] = /signed with the key ([0-9a-f]{16});/.exec(rotated.stdout) ?? []
  const added = await start(environment, 'machine-new')
  const after = await issue(added)
  expect(after.keyId).toBe(newKey)
  // The running processes have not read the new key yet, and read it for this receipt.
  for (const server of servers) expect(await check(server, after)).toBe('valid')
  for (const receipt of receipts) expect(await check(added, receipt)).toBe('valid')

  const file = join(root, 'receipt.json')
  await writeFile(file, formatReceiptFile(receipts[0] ?? expect.fail()))
  expect(await runOperatorProgram('verify', operator, '--receipt', file)).toMatchObject({ code: 0, stderr: '' })
  const wrong = { ...operator, SECRET_KEY: 'another secret than the one that has sealed them' }
  expect(await runOperatorProgram('verify', wrong, '--receipt', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('SECRET_KEY does not open the keys of receipts'),
  })
})

test(`${PROCESSES} processes with one shared folder make one key in it`, async () => {
  const shared = { DATA_DIR_SHARED: 'true' }
  const servers = await Promise.all(Array.from({ length: PROCESSES }, () => start(shared, 'shared')))
  await expectOneKey(servers)
  expect((await readdir(join(root, 'shared'))).filter((name) => name.includes(RECEIPT_KEYS_FILE))).toEqual([
    RECEIPT_KEYS_FILE,
  ])
})
