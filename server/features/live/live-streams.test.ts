import { once } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLiveStreams } from './live-streams.ts'

const server = createServer()
beforeAll(() => once(server.listen(0), 'listening'))
afterAll(() => server.close())

const open = async () => {
  const { port } = server.address() as AddressInfo
  const request = get({ port }).on('error', () => undefined)
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  return { request, stream: { id: '1', response, accountId: 1, role: 'owner', tokenHash: '' } as const }
}

test('a connection that broke before its stream was added takes no place', async () => {
  const streams = createLiveStreams()
  const { request, stream } = await open()
  const closed = once(stream.response, 'close')
  request.destroy()
  await closed
  streams.add(stream)
  expect(streams.all().size).toBe(0)
  expect(streams.of(1).size).toBe(0)
})

test('a stream that has ended is told nothing more, and takes no place', async () => {
  const streams = createLiveStreams()
  const { request, stream } = await open()
  streams.add(stream)
  const response = once(request, 'response')
  streams.send(stream, Buffer.from(':\n\n'))
  await response
  streams.end(stream)
  expect(streams.all().size).toBe(0)
  const failed: unknown[] = []
  stream.response.on('error', (error) => failed.push(error))
  for (const bytes of [':\n\n', ':\n\n']) streams.send(stream, Buffer.from(bytes))
  streams.end(stream)
  streams.endAll()
  request.destroy()
  await once(stream.response, 'close')
  expect(failed).toEqual([])
})
