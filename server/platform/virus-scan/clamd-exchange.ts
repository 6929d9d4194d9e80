import { connect, type Socket } from 'node:net'
import { addAbortSignal, Readable } from 'node:stream'
import type { ScannerAddress } from './scan-settings.ts'

/** The name of a virus has some dozen characters. */
const LONGEST_ANSWER = 4_096

/**
 * Sends one command to clamd and gives its answer, without the NUL at its end.
 * @param command what is sent; it may be given up before its end
 * @param options.deadline ends the exchange whatever is not done by then: connecting, sending or waiting
 * @param options.hangsUp whether nothing more is sent after the command: clamd then gives up what it lacks
 * @throws when the connection ends before there is an answer
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
    // The answer alone ends the exchange: sending does not settle where clamd hangs up in the middle of it.
    sending.pipe(socket, { end: hangsUp })
    return await receiveAnswer(socket)
  } finally {
    sending.destroy()
    socket.destroy()
  }
}

function receiveAnswer(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let answer = ''
  socket.setEncoding('utf8')
  socket.on('data', (words: string) => {
    answer += words
    if (answer.includes('\0')) resolve(answer.replace(/\0.*$/s, ''))
    else if (answer.length > LONGEST_ANSWER) socket.destroy(new Error('its answer has no end'))
  })
  socket.on('error', reject)
  socket.on('close', () => reject(new Error('it closed the connection')))
  return promise
}
