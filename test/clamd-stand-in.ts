import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What every scanner finds, in halves so that none finds it here: the test file of EICAR. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** How the stand-in behaves: as clamd does, or in one of the ways in which it fails. */
type ClamdMood = 'well' | 'silent' | 'hanging up' | 'full'

/** ClamAV's daemon as far as INSTREAM goes, over a real Unix socket. */
export type ClamdStandIn = {
  path: string
  /** Bytes of each content that was scanned to its end. */
  scanned: number[]
  mood: ClamdMood
  start(): Promise<void>
  stop(): Promise<void>
  remove(): Promise<void>
}

/** Most that one content may have, as `StreamMaxLength` of clamd.conf says. */
const STREAM_MAX_LENGTH = 25 * 1024 * 1024

/** Makes a stand-in that does not listen yet. */
export async function createClamdStandIn(): Promise<ClamdStandIn> {
  const folder = await mkdtemp(join(tmpdir(), 'wellhead-clamd-'))
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
    serve(socket, standIn).catch(() => socket.destroy())
  })
  const standIn: ClamdStandIn = {
    path: join(folder, 'clamd.ctl'),
    scanned: [],
    mood: 'well',
    start: async () => {
      server.listen(standIn.path)
      await once(server, 'listening')
    },
    stop: async () => {
      for (const socket of open) socket.destroy()
      if (server.listening) await new Promise((closed) => server.close(closed))
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
  return standIn
}

async function serve(socket: Socket, standIn: ClamdStandIn): Promise<void> {
  let buffered = Buffer.alloc(0)
  const arrives = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const take = async (length: number): Promise<Buffer> => {
    while (buffered.length < length) {
      const { value, done } = await arrives.next()
      if (done) throw new Error('the client hung up')
      buffered = Buffer.concat([buffered, value])
    }
    const taken = buffered.subarray(0, length)
    buffered = buffered.subarray(length)
    return taken
  }
  const answer = (words: string) => socket.end(`${words}\0`)

  const command = await take('zINSTREAM\0'.length)
  if (command.toString() !== 'zINSTREAM\0') return void answer('UNKNOWN COMMAND')
  if (standIn.mood === 'hanging up') return void socket.destroy()
  const content: Buffer[] = []
  for (let size = 0; ; ) {
    const length = (await take(4)).readUInt32BE()
    if (length === 0) break
    size += length
    if (standIn.mood === 'full' || size > STREAM_MAX_LENGTH) return void answer('INSTREAM size limit exceeded. ERROR')
    content.push(await take(length))
  }
  if (standIn.mood === 'silent') return
  const whole = Buffer.concat(content)
  standIn.scanned.push(whole.length)
  answer(whole.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK')
}
