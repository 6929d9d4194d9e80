import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RECEIVER_CERTIFICATE, receiverSender, startReceiver } from '../../../test/webhooks/webhook-receiver.ts'
import { createGuardedSender } from './guarded-sender.ts'
import { isPublicAddress } from './private-networks.ts'

let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(() => receiver.stop())

const HIDDEN = 'is in a private network, to which nothing is sent.'

test.each([
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.31.255.255'],
  ...['192.168.1.1', '192.0.0.8', '198.18.0.1', '203.0.113.9', '224.0.0.1', '255.255.255.255', '240.0.0.1'],
  ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'ff02::1', '::ffff:127.0.0.1'],
  ...['::ffff:8.8.8.8', '64:ff9b::7f00:1', '64:ff9b:1::1', '2001:db8::1', '2001::1', '2002:7f00:1::', 'x', ''],
])('nothing is sent to %s', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4001::5e'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  ['http://example.com/', 'The address must begin with https://.'],
  ['ftp://example.com/', 'The address must begin with https://.'],
  ['example.com', 'The address must begin with https://.'],
  ['https://user:secret@example.com/', 'The address must have no user name or password.'],
  ...[
    ...['https://127.0.0.1/', 'https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[64:ff9b::7f00:1]/'],
    // As other programs read addresses: decimal, hexadecimal, octal, short, with wide digits.
    ...['https://2130706433/', 'https://0x7f000001/', 'https://0177.0.0.1/', 'https://127.1/', 'https://１２７.0.0.1/'],
  ].map((url) => [url, HIDDEN]),
])('%s is refused when it is saved and when it is sent to', async (url = '', reason = '') => {
  const sender = createGuardedSender({ privateHosts: [], resolve: async () => [{ address: '8.8.8.8', family: 4 }] })
  await expect(sender.check(url)).rejects.toThrow(reason)
  await expect(sender.post(url, '{}')).rejects.toThrow(reason)
})

test('a name that leads into a private network is never connected to', async () => {
  for (const address of ['127.0.0.1', '10.0.0.1', '::1']) {
    const family = address.includes(':') ? 6 : 4
    const resolve = async () => [{ address, family }]
    const sender = createGuardedSender({ privateHosts: [], resolve, ca: RECEIVER_CERTIFICATE })
    await expect(sender.check(receiver.url)).rejects.toThrow(HIDDEN)
    await expect(sender.post(receiver.url, '{}')).rejects.toThrow(HIDDEN)
  }
  expect(receiver.connections()).toBe(0)
})

test('one private address among public ones is enough to refuse', async () => {
  const resolve = async () => [
    { address: '8.8.8.8', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]
  const sender = createGuardedSender({ privateHosts: [], resolve })
  await expect(sender.post(receiver.url, '{}')).rejects.toThrow(HIDDEN)
})

test('a name that changes between the check and the connection is never connected to', async () => {
  let asked = 0
  const resolve = async () => {
    asked += 1
    return [{ address: asked === 1 ? '8.8.8.8' : '127.0.0.1', family: 4 }]
  }
  const sender = createGuardedSender({ privateHosts: [], resolve, ca: RECEIVER_CERTIFICATE })
  await sender.check(receiver.url)
  await expect(sender.post(receiver.url, '{}')).rejects.toThrow(HIDDEN)
  expect([asked, receiver.connections()]).toEqual([2, 0])
})

test('the connection asks once, and connects to what it was told', async () => {
  let asked = 0
  const resolve = async () => {
    asked += 1
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const sender = createGuardedSender({ privateHosts: ['hooks.example'], resolve, ca: RECEIVER_CERTIFICATE })
  expect(await sender.post(receiver.url, '{}')).toMatchObject({ status: 204 })
  expect([asked, receiver.connections()]).toEqual([1, 1])
})

test('a name that the operator allows leads into a private network, and no other one does', async () => {
  expect(await receiverSender().post(receiver.url, '{"a":1}', { 'x-test': 'yes' })).toMatchObject({ status: 204 })
  expect(receiver.received).toMatchObject([{ body: '{"a":1}', headers: { 'x-test': 'yes' }, path: '/hook' }])
  await expect(receiverSender().post(`https://localhost:${receiver.port}/`, '{}')).rejects.toThrow(HIDDEN)
})

test('redirects are not followed', async () => {
  receiver.answer(302, '', { location: '/elsewhere' })
  expect((await receiverSender().post(receiver.url, '{}')).status).toBe(302)
  expect(receiver.received).toHaveLength(1)
})

test('of a long response the first kilobyte is read', async () => {
  receiver.respondWith((response) => {
    response.writeHead(500)
    const write = () => {
      while (response.write('\0x'.repeat(5_000)));
    }
    response.on('drain', write).on('error', () => {})
    write()
  })
  const { status, text } = await receiverSender().post(receiver.url, '{}')
  expect([status, text]).toEqual([500, 'x'.repeat(512)])
})

test('a certificate of another authority, or of another host, is refused', async () => {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  const strict = createGuardedSender({ privateHosts: ['hooks.example'], resolve })
  await expect(strict.post(receiver.url, '{}')).rejects.toThrow('The connection failed: DEPTH_ZERO_SELF_SIGNED_CERT')
  const other = createGuardedSender({ privateHosts: ['other.example'], resolve, ca: RECEIVER_CERTIFICATE })
  const url = receiver.url.replace('hooks', 'other')
  await expect(other.post(url, '{}')).rejects.toThrow('The connection failed: ERR_TLS_CERT_ALTNAME_INVALID')
  expect(receiver.received).toEqual([])
})

test('a host that is not found, a closed port and a connection that breaks are said in words', async () => {
  const missing = createGuardedSender({ privateHosts: [], resolve: () => Promise.reject(new Error('ENOTFOUND')) })
  await expect(missing.check(receiver.url)).rejects.toThrow('The host hooks.example was not found.')
  const plain = createServer((socket) => socket.destroy())
  await new Promise<void>((listening) => plain.listen(0, '127.0.0.1', listening))
  const { port } = plain.address() as { port: number }
  await expect(receiverSender().post(`https://hooks.example:${port}/`, '{}')).rejects.toThrow('The connection failed:')
  await new Promise((closed) => plain.close(closed))
  await expect(receiverSender().post(`https://hooks.example:${port}/`, '{}')).rejects.toThrow('ECONNREFUSED')
})
