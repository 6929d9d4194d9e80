import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScannerAddress } from '../../server/platform/virus-scan/scan-settings.ts'
import { freePort } from '../free-port.ts'

/** The EICAR test file, which every scanner reports; split so that no scanner reports this file. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** How the fake behaves: like clamd, or with one kind of failure. */
type ClamdMood = 'well' | 'silent' | 'closing' | 'resetting' | 'stalling' | 'talking without end'

/** A fake of ClamAV's daemon: the INSTREAM command over a real socket. */
export type FakeClamd = {
  address: ScannerAddress
  /** Bytes of each content that was scanned to its end. */
  scanned: number[]
  mood: ClamdMood
  /** Most bytes that one content may have, as clamd.conf says. */
  streamMaxLength: number
  /** Bytes of a content after which it closes, resets or stalls. */
  failsAt: number
  start(): Promise<void>
  stop(): Promise<void>
  remove(): Promise<void>
}

/** Makes a fake clamd for a Unix socket or a local port. It does not listen yet. */
export async function createFakeClamd({ isOnPort = false } = {}): Promise<FakeClamd> {
  const folder = await mkdtemp(join(tmpdir(), 'wellhead-clamd-'))
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
    serve(socket, fake).catch(() => socket.destroy())
  })
  const fake: FakeClamd = {
    address: isOnPort ? { host: '127.0.0.1', port: await freePort() } : { path: join(folder, 'clamd.ctl') },
    scanned: [],
    mood: 'well',
    streamMaxLength: 25 * 1024 * 1024,
    failsAt: 0,
    start: async () => {
      server.listen(fake.address)
      await once(server, 'listening')
    },
    stop: async () => {
      for (const socket of open) socket.destroy()
      if (server.listening) await new Promise((closed) => server.close(closed))
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
  return fake
}

/** Fails as its mood says. A stalling one stops reading and leaves the connection open. @returns whether it failed */
async function fail(socket: Socket, mood: ClamdMood): Promise<boolean> {
  if (mood === 'closing') socket.destroy()
  else if (mood === 'resetting') socket.resetAndDestroy()
  else if (mood === 'stalling') await once(socket.pause(), 'close')
  else return false
  return true
}

async function serve(socket: Socket, fake: FakeClamd): Promise<void> {
  let buffered = Buffer.alloc(0)
  let arrived = 0
  const arrives = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const take = async (length: number): Promise<Buffer> => {
    while (buffered.length < length) {
      if (arrived >= fake.failsAt && (await fail(socket, fake.mood))) throw new Error('the planned failure')
      const { value, done } = await arrives.next()
      if (done) throw new Error('the client hung up')
      arrived += value.length
      buffered = Buffer.concat([buffered, value])
    }
    const taken = buffered.subarray(0, length)
    buffered = buffered.subarray(length)
    return taken
  }
  const response = (words: string) => socket.end(`${words}\0`)

  const command = await take('zINSTREAM\0'.length)
  if (command.toString() !== 'zINSTREAM\0') return void response('UNKNOWN COMMAND')
  const chunks: Buffer[] = []
  for (let size = 0; ; ) {
    const length = (await take(4)).readUInt32BE()
    if (length === 0) break
    size += length
    if (size > fake.streamMaxLength) return void response('INSTREAM size limit exceeded. ERROR')
    chunks.push(await take(length))
  }
  if (fake.mood === 'silent') return
  if (fake.mood === 'talking without end') return void socket.write('stream: '.repeat(100_000))
  const content = Buffer.concat(chunks)
  fake.scanned.push(content.length)
  response(content.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK')
}
