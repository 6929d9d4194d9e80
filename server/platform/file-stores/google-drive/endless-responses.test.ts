import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RESUME_MAX_BYTES } from '../../../../contract/wire/limits.ts'
import { connectTo, faultOf, resumeOf } from '../../../../test/google-drive/drive-test-kit.ts'
import { type FakeGoogle, startFakeGoogle } from '../../../../test/google-drive/fake-google.ts'
import { type BrokenServer, sendForever, startBrokenServer } from '../../../../test/stores/broken-server.ts'
import type { RemoteStore } from '../file-store.ts'

const TOKEN = JSON.stringify({ access_token: 'token', expires_in: 3_599, token_type: 'Bearer' })

let google: FakeGoogle
let broken: BrokenServer
let drive: RemoteStore
beforeAll(async () => {
  google = await startFakeGoogle()
  broken = await startBrokenServer()
  const environment = { ...google.environment('refresh-token'), GOOGLE_DRIVE_API_URL: broken.endpoint }
  drive = connectTo(google, { environment })
})
afterAll(async () => {
  await broken.stop()
  await google.stop()
})

const head = (status: number, length: number) =>
  `HTTP/1.1 ${status} Words\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`
const endless = (socket: Socket, status: number) => {
  socket.write(head(status, 50_000_000_000))
  sendForever(socket, Buffer.alloc(1_000_000, ' '))
}
/** The limit of a call is 30 s: a test that passes earlier was ended by the length. */
const signedInThen = (status: number) =>
  broken.respond((socket, request) => {
    if (request.startsWith('POST /token')) return void socket.end(`${head(200, TOKEN.length)}${TOKEN}`)
    endless(socket, status)
  })
const operations = () => [
  () => drive.newKey(),
  () => drive.put('key', resumeOf(10)),
  () => drive.describe('key'),
  () => drive.remove('key'),
]

test.each([
  [200, false],
  [400, true],
  [503, false],
])('an endless response with %i to any request is a fault by its status at once', async (status, isPermanent) => {
  signedInThen(status)
  for (const operation of operations()) expect(await faultOf(operation())).toMatchObject({ isPermanent })
})

test('an endless refusal of a download is a fault by its status at once', async () => {
  signedInThen(503)
  const message = 'Google cannot take the request for the time being (503)'
  expect(await faultOf(drive.open('key'))).toMatchObject({ isPermanent: false, message })
})

test('of an endless file only so much is read as shows that it is none of ours', async () => {
  signedInThen(200)
  const content = await drive.open('key')
  const { length } = content ? await buffer(content) : []
  expect(length).toBeGreaterThan(RESUME_MAX_BYTES)
  expect(length).toBeLessThan(RESUME_MAX_BYTES + 200_000)
})

test('an endless response of the token endpoint is a passing fault at once', async () => {
  const environment = { ...google.environment('refresh-token'), GOOGLE_DRIVE_API_URL: broken.endpoint }
  broken.respond((socket) => endless(socket, 200))
  expect(await faultOf(connectTo(google, { environment }).newKey())).toMatchObject({ isPermanent: false })
})

test.each(['null', '7', '"words"', '[]', '{"ids":null}', '{"ids":[7],"size":{},"sha256Checksum":[1]}'])(
  'the response %s is a passing fault',
  async (body) => {
    broken.respond((socket, request) => {
      const response = request.startsWith('POST /token') ? TOKEN : body
      socket.end(`${head(200, response.length)}${response}`)
    })
    for (const operation of [() => drive.newKey(), () => drive.describe('key')])
      expect(await faultOf(operation())).toMatchObject({ isPermanent: false })
    const message = 'Could not find the folder: Google did not describe the folder.'
    expect(await drive.check()).toEqual({ connected: false, message })
  },
)

test('no other host gets the sign-in or the file by a redirect', async () => {
  const asked: string[] = []
  const other = await startBrokenServer()
  other.respond((_socket, request) => void asked.push(request))
  const redirect = `HTTP/1.1 307 Moved\r\nlocation: ${other.endpoint}/\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`
  broken.respond((socket, request) => {
    const isSignIn = request.startsWith('POST /token')
    socket.end(isSignIn ? `${head(200, TOKEN.length)}${TOKEN}` : redirect)
  })
  for (const operation of operations()) expect(await faultOf(operation())).toMatchObject({ isPermanent: true })
  broken.respond((socket) => socket.end(redirect))
  const environment = { ...google.environment('refresh-token'), GOOGLE_DRIVE_API_URL: broken.endpoint }
  expect(await faultOf(connectTo(google, { environment }).newKey())).toMatchObject({ isPermanent: true })
  expect(asked).toEqual([])
  await other.stop()
})
