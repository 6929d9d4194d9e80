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

/** Uploads that are begun and never go on. */
export async function openSlowSenders(url: string, count: number) {
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: count }, () => connect({ host: hostname, port: Number(port) }))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  // A server that has had enough of them may end their connections.
  for (const socket of sockets) socket.on('error', () => {}).write(HEAD)
  return {
    stop: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}
