import { mkdir, rm, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { copyingApp, PDF } from '../../../test/copying-app.ts'
import { apply } from '../../../test/factories.ts'

const site = copyingApp()

describe('a resume is handed out from wherever it is whole', () => {
  test('from the drive when the local file is gone or altered, and never altered', async () => {
    await site.open()
    const [gone, altered] = [await apply(site.app), await apply(site.app)]
    await site.copied(2)
    await rm(await site.app.resumePath(gone))
    await writeFile(await site.app.resumePath(altered), 'something else')
    for (const id of [gone, altered]) expect((await site.bytesOf(await site.download(id))).equals(PDF)).toBe(true)
    expect(await site.status()).toMatchObject({ resumes: { missing: 1, altered: 1, lost: 0 } })
  })

  test('from the drive when the local file cannot be read', async () => {
    await site.open()
    const id = await apply(site.app)
    await site.copied(1)
    const path = await site.app.resumePath(id)
    await rm(path)
    await mkdir(path)
    expect((await site.bytesOf(await site.download(id))).equals(PDF)).toBe(true)
  })

  test('404 when no place has it, and the storage page counts it as lost', async () => {
    await site.open()
    const id = await apply(site.app)
    await site.copied(1)
    await rm(await site.app.resumePath(id))
    site.google.items.delete(site.google.files()[0]?.id ?? '')
    const answer = await site.download(id)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({ message: 'Resume file not found on server', code: 'resume_not_found' })
    expect(await site.status()).toMatchObject({ resumes: { missing: 2, lost: 1 } })
  })

  test('503 when the only place cannot be reached', async () => {
    await site.open()
    const id = await apply(site.app)
    await site.copied(1)
    await rm(await site.app.resumePath(id))
    site.google.dropNext('media')
    const answer = await site.download(id)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
    expect((await site.bytesOf(await site.download(id))).equals(PDF)).toBe(true)
  })
})
