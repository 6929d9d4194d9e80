import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { generateSource } from 'oazapfts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { fixture } from '../factories.ts'
import { startTestApp, TEST_ADMIN, type TestApp } from '../test-app.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startTestApp()
  await app.signIn()
  folder = await mkdtemp(join(tmpdir(), 'wellhead-client-'))
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

test('Redocly finds no error in the OpenAPI document', async () => {
  const source = await (await app.request(ADMIN_API.openapi)).text()
  const config = await createConfig({ extends: ['recommended'], telemetry: 'off' })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  const errors = problems.filter(({ severity }) => severity === 'error')
  expect(errors.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

test('a client made from the document compiles, and does what an admin and an applicant do', async () => {
  await writeFile(join(folder, 'openapi.json'), await (await app.request(ADMIN_API.openapi)).text())
  await mkdir(join(folder, 'src'))
  await writeFile(join(folder, 'src/client.ts'), await generateSource(join(folder, 'openapi.json')))
  await cp(join(import.meta.dirname, 'use-client.txt'), join(folder, 'src/use-client.ts'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))

  const strict = [
    '--strict',
    '--noEmit',
    '--erasableSyntaxOnly',
    '--allowImportingTsExtensions',
    '--noUncheckedIndexedAccess',
  ]
  const target = ['--target', 'es2024', '--module', 'nodenext', '--types', 'node', '--ignoreConfig']
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const compiled = run(process.execPath, [compiler, ...strict, ...target, 'src/use-client.ts'], { cwd: folder })
  const settings = JSON.stringify({ url: app.url, ...TEST_ADMIN, pdf: fixture('resume.pdf').toString('base64') })
  const used = run(process.execPath, ['src/use-client.ts', settings], { cwd: folder })
  // The compiler writes its errors to standard output.
  expect(await compiled.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' })
  const { stdout } = await used
  expect(JSON.parse(stdout)).toEqual({
    refusal: [401, 'unauthorized'],
    titles: { public: ['SCADA Engineer'], withBearer: ['Not yet', 'SCADA Engineer'] },
    applicants: ['Ana'],
    total: '1',
    unchanged: 304,
    isSameFile: true,
  })
})
