import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const command = join(resolve(import.meta.dirname, '..'), 'deploy/is-ready.js')

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

const cases: [string, string][] = [
  ['127.0.0.1', ''],
  ['127.0.0.1', '0.0.0.0'],
  ['127.0.0.1', '::'],
  ['127.0.0.2', '127.0.0.2'],
]
if (hasIpv6) cases.push(['::1', '::1'])

test.each(cases)('where HOST is "%s", the readiness check requests %s', async (listens, HOST) => {
  const server = createServer((request, response) => response.writeHead(request.url === '/readyz' ? 200 : 404).end())
  await once(server.listen(0, listens), 'listening')
  const PORT = String((server.address() as AddressInfo).port)
  const asking = spawn(process.execPath, [command], { env: { PORT, HOST } })
  expect(await once(asking, 'exit')).toEqual([0, null])
  server.close()
})
