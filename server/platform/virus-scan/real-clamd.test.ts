import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findOptional } from '../../../scripts/optional-programs.ts'
import { type ClamdServer, startClamd } from '../../../test/clamd/clamd-server.ts'
import { EICAR } from '../../../test/clamd/fake-clamd.ts'
import { openFiles } from '../../../test/open-files.ts'
import { createClamd, ScannerFault, TooLongToScan } from './clamd-client.ts'

const COMMAND = findOptional('clamd')

describe.skipIf(!COMMAND)('ClamAV itself, where clamd is installed, on', () => {
  let clamd: ClamdServer
  let folder: string
  beforeAll(async () => {
    clamd = await startClamd(COMMAND ?? '', { streamMaxLength: '1M' })
    folder = await mkdtemp(join(tmpdir(), 'wellhead-scanned-'))
    await writeFile(join(folder, 'clean'), Buffer.alloc(900_000, 'x'))
    await writeFile(join(folder, 'infected'), EICAR)
    await writeFile(join(folder, 'long'), Buffer.alloc(10_000_000, 'x'))
  })
  afterAll(async () => {
    await clamd?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  describe.each(['socket', 'port'] as const)('a %s', (way) => {
    const scan = (name: string) => createClamd(clamd[way]).scan(createReadStream(join(folder, name)))

    test('distinguishes clean files from infected ones', async () => {
      expect(await scan('clean')).toEqual({ virus: null })
      expect(await scan('infected')).toEqual({ virus: 'Eicar-Test-Signature.UNOFFICIAL' })
    })

    test('says of every file that is too long for it that it is, and leaves nothing open', async () => {
      const before = await openFiles()
      for (let round = 0; round < 30; round += 1) await expect(scan('long')).rejects.toThrow(TooLongToScan)
      await vi.waitFor(async () => expect((await openFiles()).filter((file) => !before.includes(file))).toEqual([]))
    })
  })

  test('is away once it is stopped', async () => {
    await clamd.stop()
    const fault = await createClamd(clamd.port)
      .scan(createReadStream(join(folder, 'clean')))
      .catch((error) => error)
    expect(fault).toBeInstanceOf(ScannerFault)
    expect(fault).not.toBeInstanceOf(TooLongToScan)
  })
})
