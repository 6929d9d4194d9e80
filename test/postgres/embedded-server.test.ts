import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

test('a process that has used a PostgreSQL of the tests ends with the code it has set', () => {
  const file = resolve(import.meta.dirname, 'embedded-server.ts')
  const program = `const { startEmbeddedServer } = await import(${JSON.stringify(file)})
    await (await startEmbeddedServer()).remove()
    process.exitCode = 3`
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program])
  expect(status).toBe(3)
})
