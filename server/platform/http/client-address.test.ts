import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../database/sqlite/open-database.ts'
import { clientNetwork, createKeyedHash } from './client-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['2001:db8:1::', '2001:db8:1:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('the address %s is counted as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})

test('the hash of a client address differs between installations and survives a restart', async () => {
  const folders = [await mkdtemp(join(tmpdir(), 'wellhead-hash-')), await mkdtemp(join(tmpdir(), 'wellhead-hash-'))]
  const hashes: string[] = []
  for (const folder of [...folders, folders[0] as string]) {
    const db = await openDatabase(folder)
    hashes.push(await createKeyedHash()(db, 'sign-in', '203.0.113.7', 'admin'))
    await db.destroy()
    if (folder === folders[1]) await rm(folder, { recursive: true })
  }
  await rm(folders[0] as string, { recursive: true })
  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(hashes[1]).not.toBe(hashes[0])
  expect(hashes[2]).toBe(hashes[0])
})
