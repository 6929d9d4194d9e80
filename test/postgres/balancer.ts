import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A request times out after this time, and its process gets none for a while. In milliseconds. */
const RESPONSE_MS = 4_000
const AVOIDED_MS = 4_000

type PassedResponse = { status: number; type: string; body: Buffer }

/**
 * What nginx does for several processes (`deploy/nginx`): it buffers a form, then passes it to the next process in
 * turn. It tries another one only where the connection is refused, never once a process may have received something.
 * @param listProcesses addresses of the processes at this moment
 */
export async function startBalancer(listProcesses: () => string[]) {
  const avoidedUntil = new Map<string, number>()
  let turn = 0

  const inTurn = () => {
    turn += 1
    const all = listProcesses()
    const ordered = all.map((_, index) => String(all[(turn + index) % all.length]))
    const isAvoided = (url: string) => (avoidedUntil.get(url) ?? 0) > Date.now()
    const promising = ordered.filter((url) => !isAvoided(url))
    return promising.length > 0 ? promising : ordered
  }

  /** @returns undefined where another process may get the request */
  const ask = async (url: string, request: IncomingMessage, body: Buffer): Promise<PassedResponse | undefined> => {
    try {
      return await pass(url, request, body)
    } catch (error) {
      if (isRefused(error)) return undefined
      const isSilent = error instanceof Error && error.name === 'TimeoutError'
      if (isSilent) avoidedUntil.set(url, Date.now() + AVOIDED_MS)
      return faultResponse(isSilent ? 504 : 502)
    }
  }

  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    let passed: PassedResponse | undefined
    for (const url of inTurn()) passed ??= await ask(url, request, body)
    passed ??= faultResponse(502)
    response.writeHead(passed.status, { 'content-type': passed.type }).end(passed.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** Headers of one connection alone. */
const OWN_HEADERS = new Set(['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding'])

async function pass(url: string, { method = 'GET', url: path, headers }: IncomingMessage, body: Buffer) {
  const passed = Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name)) as [string, string][]
  const response = await fetch(url + path, {
    method,
    headers: passed,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
    signal: AbortSignal.timeout(RESPONSE_MS),
  })
  const type = response.headers.get('content-type') ?? ''
  return { status: response.status, type, body: Buffer.from(await response.arrayBuffer()) }
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}

function faultResponse(status: number): PassedResponse {
  return { status, type: 'text/plain', body: Buffer.alloc(0) }
}
