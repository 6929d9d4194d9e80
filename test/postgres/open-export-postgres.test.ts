import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { runOperatorCommand } from '../run-operator-command.ts'
import { startS3Server } from '../s3/s3-server.ts'
import { prepareCopy } from './copy-test-kit.ts'

const kit = prepareCopy()

/** The checksums of data and resumes, without the tables that an import changes at its end. */
async function sumsOf(folder: string): Promise<string[]> {
  const lines = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).split('\n')
  return lines.filter(
    (line) => /data|files/.test(line) && !/(mails|job_alerts|audit_trail|questions)\.jsonl/.test(line),
  )
}

test('an export is the same from both engines, and from a bucket into which it was read back', async () => {
  const paths = ['sqlite', 'postgres', 'back'].map((name) => join(kit.folder, name)) as [string, string, string]
  const [fromSqlite, fromPostgres, back] = paths
  expect((await runOperatorCommand('export', kit.source, fromSqlite)).stderr).toBe('')
  expect((await kit.copyOut()).code).toBe(0)
  const onPostgres = { DATA_DIR: kit.source, DATABASE_URL: kit.url }
  expect((await runOperatorCommand('export', onPostgres, fromPostgres)).stderr).toBe('')
  expect(await sumsOf(fromPostgres)).toEqual(await sumsOf(fromSqlite))

  expect(await runOperatorCommand('import', onPostgres, fromSqlite)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is an installation in it already'),
  })
  const [empty, s3] = await Promise.all([makePostgresDatabase(), startS3Server()])
  onTestFinished(async () => void (await Promise.all([empty.remove(), s3.stop()])))
  const bucket = await s3.newBucket()
  const target = { DATA_DIR: join(kit.folder, 'target'), DATABASE_URL: empty.url, ...s3.environment(bucket) }
  expect(await runOperatorCommand('import', target, fromPostgres)).toMatchObject({ code: 0, stderr: '' })
  expect(await s3.keysIn(bucket)).toHaveLength(2)
  expect((await runOperatorCommand('export', target, back)).stderr).toBe('')
  expect(await sumsOf(back)).toEqual(await sumsOf(fromSqlite))
})
