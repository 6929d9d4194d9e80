import { mkdir, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { apply } from '../../../test/factories.ts'
import { PDF, replicatingApp, SOON } from '../../../test/stores/replicating-app.ts'

const FDS = '/proc/self/fd'

const site = replicatingApp()

describe('a resume is downloaded from any store where it is intact', () => {
  test('from the drive when the local file is gone or altered, and never altered', async () => {
    await site.open()
    const [gone, altered] = [await apply(site.app), await apply(site.app)]
    await site.replicated(2)
    await rm(await site.app.resumePath(gone))
    await writeFile(await site.app.resumePath(altered), 'something else')
    for (const id of [gone, altered]) expect((await site.bytesOf(await site.download(id))).equals(PDF)).toBe(true)
    expect(await site.status()).toMatchObject({ resumes: { missing: 1, altered: 1, lost: 0 } })
  })

  test('from the drive when the local file cannot be read', async () => {
    await site.open()
    const id = await apply(site.app)
    await site.replicated(1)
    const path = await site.app.resumePath(id)
    await rm(path)
    await mkdir(path)
    expect((await site.bytesOf(await site.download(id))).equals(PDF)).toBe(true)
  })

  test('404 when no store has it, and the storage page counts it as lost', async () => {
    await site.open()
    const id = await apply(site.app)
    await site.replicated(1)
    await rm(await site.app.resumePath(id))
    site.google.items.delete(site.google.files()[0]?.id ?? '')
    const response = await site.download(id)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ message: 'Resume file not found on server', code: 'resume_not_found' })
    expect(await site.status()).toMatchObject({ resumes: { missing: 2, lost: 1 } })
  })

  test('503 when the only store cannot be reached', async () => {
    await site.open()
    const id = await apply(site.app)
    await site.replicated(1)
    await rm(await site.app.resumePath(id))
    site.google.dropNext('media')
    const response = await site.download(id)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 'unavailable' })
    expect((await site.bytesOf(await site.download(id))).equals(PDF)).toBe(true)
  })
})

test.skipIf(process.platform !== 'linux')(
  'a local file is closed after a download, and after one that breaks off',
  async () => {
    await site.open()
    const id = await apply(site.app)
    await site.bytesOf(await site.download(id))
    await (await site.download(id)).body?.cancel()
    const openFiles = async () => {
      const paths = await Promise.all((await readdir(FDS)).map((fd) => readlink(join(FDS, fd)).catch(() => '')))
      return paths.filter((path) => path.startsWith(join(site.app.dataDir, 'resumes')))
    }
    await vi.waitFor(async () => expect(await openFiles()).toEqual([]), SOON)
  },
)
