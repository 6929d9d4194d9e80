import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { limitConnections } from './connection-limits.ts'

const open: { app?: FastifyInstance; sockets: Socket[] } = { sockets: [] }
afterEach(async () => {
  for (const socket of open.sockets.splice(0)) socket.destroy()
  await open.app?.close()
})

async function serve(handler: () => Promise<string>, most?: number): Promise<number> {
  const app = fastify()
  open.app = app
  limitConnections(app, { maxConnections: most })
  app.get('/', handler)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as { port: number }).port
}

async function connectFrom(localAddress: string, port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  open.sockets.push(socket.on('error', () => undefined))
  await once(socket, 'connect')
  return socket
}

test('beyond the limit, the oldest connection of the network with the most is closed', async () => {
  const port = await serve(async () => 'answered', 6)
  const single = await connectFrom('127.0.0.2', port)
  const many: Socket[] = []
  for (let opened = 0; opened < 5; opened += 1) many.push(await connectFrom('127.0.0.3', port))
  const newcomer = await connectFrom('127.0.0.4', port)
  await vi.waitFor(() => expect(many.map(({ closed }) => closed)).toEqual([true, false, false, false, false]))
  for (const socket of [single, newcomer]) {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(String((await once(socket, 'data'))[0])).toContain('answered')
  }
})

test('a request is not begun whose sender was gone before its connection was accepted: it has no address to be counted by', async () => {
  let begun = 0
  const port = await serve(async () => {
    begun += 1
    return 'answered'
  })
  // This process accepts no connection meanwhile.
  const request = JSON.stringify('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const script = `const socket = require('node:net').connect(${port}, '127.0.0.1', () =>
    socket.write(${request}, () => socket.resetAndDestroy()))`
  const { status, stderr } = spawnSync(process.execPath, ['--eval', script], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  const next = await connectFrom('127.0.0.2', port)
  next.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(String((await once(next, 'data'))[0])).toContain('answered')
  expect(begun).toBe(1)
})

test('a connection that pipelines too many requests is closed, and only few of them are begun', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  let begun = 0
  const port = await serve(() => {
    begun += 1
    return promise
  })
  const patient = await connectFrom('127.0.0.2', port)
  patient.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10))
  await vi.waitFor(() => expect(begun).toBe(10))
  const flood = await connectFrom('127.0.0.3', port)
  flood.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_000))
  await once(flood, 'close')
  expect(begun).toBeLessThan(40)
  resolve('answered')
  let responses = ''
  patient.on('data', (chunk) => {
    responses += chunk
  })
  await vi.waitFor(() => expect(responses.match(/answered/g)).toHaveLength(10))
})
