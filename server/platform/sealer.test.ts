import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSealer, SEALING_KEY_FILE } from './sealer.ts'

const SECRET_KEY = 'C3'.repeat(16)

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wellhead-sealer-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const sealer = (secretKey: string | null = null) => createSealer({ dataDir, secretKey })

test('a sealed text opens for its use alone, in every process on the data folder', async () => {
  const sealed = await sealer().seal('JBSWY3DP', 'totp')
  expect(sealed).not.toContain('JBSWY3DP')
  expect(await sealer().open(sealed, 'totp')).toBe('JBSWY3DP')
  expect(await sealer().open(sealed, 'ticket')).toBeUndefined()
  expect(await sealer().open(`${sealed.slice(0, -2)}xx`, 'totp')).toBeUndefined()
  expect(await sealer().open('', 'totp')).toBeUndefined()
})

test('processes that make the key at once agree on one, in a file that others cannot read', async () => {
  const sealed = await Promise.all(Array.from({ length: 8 }, (_, index) => sealer().seal(String(index), 'totp')))
  const one = sealer()
  expect(await Promise.all(sealed.map((each) => one.open(each, 'totp')))).toEqual([...'01234567'])
  expect((await stat(join(dataDir, SEALING_KEY_FILE))).mode & 0o777).toBe(0o600)
})

test('with SECRET_KEY nothing is kept in the folder, and what its file has sealed before stays open', async () => {
  const before = await sealer().seal('before', 'totp')
  const withSecret = sealer(SECRET_KEY)
  expect(await withSecret.open(before, 'totp')).toBe('before')
  const after = await withSecret.seal('after', 'totp')
  expect(await sealer().open(after, 'totp')).toBeUndefined()
  await rm(join(dataDir, SEALING_KEY_FILE))
  expect(await sealer(SECRET_KEY).open(after, 'totp')).toBe('after')
  await expect(readFile(join(dataDir, SEALING_KEY_FILE))).rejects.toThrow('ENOENT')
})

test('a process with SECRET_KEY opens what the file has sealed once it has the file, without a restart', async () => {
  const before = await sealer().seal('before', 'totp')
  const text = await readFile(join(dataDir, SEALING_KEY_FILE))
  await rm(join(dataDir, SEALING_KEY_FILE))
  const withSecret = sealer(SECRET_KEY)
  expect(await withSecret.open(before, 'totp')).toBeUndefined()
  await writeFile(join(dataDir, SEALING_KEY_FILE), text)
  expect(await withSecret.open(before, 'totp')).toBe('before')
})

test('a damaged key file says which file it is, and is not replaced', async () => {
  await writeFile(join(dataDir, SEALING_KEY_FILE), 'damaged')
  await expect(sealer().seal('text', 'totp')).rejects.toThrow(`${SEALING_KEY_FILE} is damaged`)
  expect(await readFile(join(dataDir, SEALING_KEY_FILE), 'utf8')).toBe('damaged')
})
