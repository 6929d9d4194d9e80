import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A part of a form as it goes over the wire; `headers` replaces those that its names make. */
export type WirePart = { name?: string; filename?: string; content: string | Buffer; headers?: string }

/** The outcome: status (0 without a response), body, duration, and the number of pieces sent. */
export type WireResponse = { status: number; body: string; ms: number; sent: number }

/** What goes over the wire: bytes, or a pause in milliseconds. */
export type WirePiece = string | Buffer | number

const BOUNDARY = 'hostile-boundary'

/** The fields of an honest applicant. */
export const HONEST_FIELDS: WirePart[] = [
  { name: 'name', content: 'Ana Núñez' },
  { name: 'email', content: 'ana@example.com' },
  { name: 'phone', content: '+1 432 555 0142' },
]

/** A body of parts. */
export function wireBody(parts: WirePart[], boundary = BOUNDARY): Buffer {
  const pieces = parts.flatMap(({ name, filename, content, headers }) => {
    const named = `Content-Disposition: form-data${name === undefined ? '' : `; name="${name}"`}`
    const head = headers ?? (filename === undefined ? named : `${named}; filename="${filename}"`)
    return [`--${boundary}\r\n${head}\r\n\r\n`, content, '\r\n']
  })
  return Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)))
}

/** The head of a call of the application form; undefined takes a header away. */
export function wireHead(headers: Record<string, string | number | undefined>): string {
  const all = {
    Host: 'localhost',
    Connection: 'close',
    'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    ...headers,
  }
  const lines = Object.entries(all).filter(([, value]) => value !== undefined)
  const head = ['POST /api/submit-application HTTP/1.1', ...lines.map(([name, value]) => `${name}: ${value}`)]
  return `${head.join('\r\n')}\r\n\r\n`
}

/** Sends a complete body with its right length. */
export function sendBody(url: string, body: Buffer, headers: Record<string, string> = {}): Promise<WireResponse> {
  return sendRaw(url, [wireHead({ 'Content-Length': body.length, ...headers }), body])
}

/**
 * Sends pieces as they are, over a connection of their own, until all are sent or the other side has had enough.
 * @param endsEarly ends the connection after the last piece, whatever the head promised; `cuts` does not even say so;
 * `insists` goes on sending after the response; `from` is the local address to send from
 */
export async function sendRaw(
  url: string,
  pieces: Iterable<WirePiece>,
  {
    endsEarly = false,
    cuts = false,
    insists = false,
    from = '127.0.0.1',
  }: { endsEarly?: boolean; cuts?: boolean; insists?: boolean; from?: string } = {},
): Promise<WireResponse> {
  const started = performance.now()
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: from })
  let received = ''
  let sent = 0
  socket.on('data', (chunk) => {
    received += chunk
  })
  // A reset after the response is the other side's right.
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  for (const piece of pieces) {
    if (socket.destroyed || (finalStatus(received) !== 0 && !insists)) break
    sent += 1
    if (typeof piece === 'number') await Promise.race([wait(piece), closed])
    else if (!socket.write(piece)) await Promise.race([new Promise((drained) => socket.once('drain', drained)), closed])
  }
  if (endsEarly) socket.end()
  if (cuts) socket.destroy()
  await Promise.race([closed, answered(() => received)])
  socket.destroy()
  const body = received.slice(received.lastIndexOf('\r\n\r\n') + 4)
  return { status: finalStatus(received), body, ms: performance.now() - started, sent }
}

/** The status of the last response that is one; an invitation to go on is none. */
function finalStatus(received: string): number {
  const all = [...received.matchAll(/^HTTP\/1\.1 ([2-5]\d\d)/gm)]
  return Number(all.at(-1)?.[1] ?? 0)
}

async function answered(read: () => string): Promise<void> {
  while (!/^HTTP\/1\.1 [2-5]\d\d.*\r\n\r\n.*\}$/ms.test(read())) await wait(5)
}
