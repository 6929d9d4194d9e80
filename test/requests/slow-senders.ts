import { once } from 'node:events'
import { connect } from 'node:net'

const HEAD = [
  'POST /api/submit-application HTTP/1.1',
  'Host: localhost',
  'Content-Type: multipart/form-data; boundary=b',
  'Content-Length: 9000000',
  '',
  '--b',
  'Content-Disposition: form-data; name="resume"; filename="resume.pdf"',
  '',
  '%PDF-1.7',
].join('\r\n')

/**
 * Uploads that are begun and never go on, or only by a byte now and then.
 * @param from local addresses that they come from, in turn
 */
export async function openSlowSenders(
  url: string,
  count: number,
  { from = ['127.0.0.1'], trickleMs }: { from?: string[]; trickleMs?: number } = {},
) {
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: count }, (_, at) =>
    connect({ host: hostname, port: Number(port), localAddress: from[at % from.length] }),
  )
  const responses: string[] = []
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  // A server that has had enough of them may end their connections.
  for (const socket of sockets) {
    socket.on('error', () => {}).on('data', (response) => responses.push(String(response)))
    socket.write(HEAD)
  }
  const trickling = trickleMs && setInterval(() => sockets.map((socket) => socket.write('x')), trickleMs)
  return {
    /** The responses to all of them. */
    responses,
    stop: () => {
      clearInterval(trickling)
      for (const socket of sockets) socket.destroy()
    },
  }
}
