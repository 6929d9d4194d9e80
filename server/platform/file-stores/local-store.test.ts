import { mkdir, mkdtemp, readdir, readlink, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileToStore } from './file-store.ts'
import { openLocalStore } from './local-store.ts'

const FDS = '/proc/self/fd'

test.skipIf(process.platform !== 'linux')(
  'a folder that replaces the one for resumes is used at once, and the old one is not held open',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-swapped-'))
    const store = await openLocalStore(dataDir)
    const keep = async () => {
      const key = await store.newKey()
      const staged = await store.stage((async function* () {})())
      await store.put(key, fileToStore(staged, { name: 'a.txt', kind: 'txt' }))
      return key
    }
    await keep()
    await rename(join(dataDir, 'resumes'), join(dataDir, 'away'))
    await expect(keep()).rejects.toThrow('ENOENT')
    await mkdir(join(dataDir, 'resumes'))
    const key = await keep()
    expect(await readdir(join(dataDir, 'resumes'))).toEqual([key])

    const open = await Promise.all((await readdir(FDS)).map((fd) => readlink(join(FDS, fd)).catch(() => '')))
    expect(open.filter((path) => path.startsWith(dataDir))).toEqual([])
    await store.close()
    await rm(dataDir, { recursive: true })
  },
)
