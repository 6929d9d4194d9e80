import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applicationForm } from '../factories.ts'
import { runServer } from '../run-server.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-wrong-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Makes an installation with one application in a new data folder, and stops it. */
async function makeInstallation(name: string): Promise<string> {
  const dataDir = join(folder, name)
  const server = await runServer({ DATA_DIR: dataDir })
  const response = await fetch(`${server.url}/api/submit-application`, { method: 'POST', body: applicationForm() })
  expect(response.status).toBe(201)
  await server.end('SIGTERM')
  return dataDir
}

const refusalOf = (dataDir: string) =>
  runServer({ DATA_DIR: dataDir }).then(
    (server) => server.end('SIGKILL').then(() => 'started'),
    (error: Error) => error.message,
  )
const filesIn = (dataDir: string) => readdir(join(dataDir, 'resumes'))

test('a copied database without its files, or with those of another installation, is refused; a complete copy is not', async () => {
  const [one, other] = [await makeInstallation('one'), await makeInstallation('other')]
  const files = await filesIn(other)

  const alone = join(folder, 'alone')
  await cp(join(one, 'wellhead.sqlite'), join(alone, 'wellhead.sqlite'))
  expect(await refusalOf(alone)).toContain('The database names files that are not there')

  await cp(join(one, 'wellhead.sqlite'), join(other, 'wellhead.sqlite'))
  expect(await refusalOf(other)).toContain(`The folder ${other} belongs to another installation`)
  expect(await filesIn(other)).toEqual(files)

  const copy = join(folder, 'copy')
  await cp(one, copy, { recursive: true })
  expect(await refusalOf(copy)).toBe('started')
})
