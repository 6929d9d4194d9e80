import { connect, type Socket } from 'node:net'
import { addAbortSignal, Readable } from 'node:stream'
import type { ScannerAddress } from './scan-settings.ts'

/** In characters. The name of a virus has some dozen. */
const LONGEST_REPLY = 4_096

/**
 * Sends one command to clamd and returns its reply, without the NUL at its end.
 * @param command sent until the reply comes
 * @param options.deadline of the whole exchange: connecting, sending and waiting
 * @param options.hangsUp whether to end the connection after the command, so that clamd waits for no more
 * @throws when the connection ends before the reply
 */
export async function exchange(
  address: ScannerAddress,
  command: AsyncIterable<Buffer> | Iterable<Buffer>,
  { deadline, hangsUp = false }: { deadline: AbortSignal; hangsUp?: boolean },
): Promise<string> {
  const socket = connect(address)
  addAbortSignal(deadline, socket)
  const sending = Readable.from(command, { highWaterMark: 1 })
  sending.on('error', (error) => socket.destroy(error))
  try {
    // Only the reply ends the exchange: sending does not settle when clamd hangs up in the middle.
    sending.pipe(socket, { end: hangsUp })
    return await receiveReply(socket)
  } finally {
    sending.destroy()
    socket.destroy()
  }
}

function receiveReply(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let reply = ''
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    reply += text
    if (reply.includes('\0')) resolve(reply.replace(/\0.*$/s, ''))
    else if (reply.length > LONGEST_REPLY) socket.destroy(new Error('its reply has no end'))
  })
  socket.on('error', reject)
  socket.on('close', () => reject(new Error('it closed the connection')))
  return promise
}
