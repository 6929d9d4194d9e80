import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { driveFiles, FOLDER } from './fake-google-drive.ts'
import { apiRefusal, type Reply, send, tokenRefusal } from './fake-google-responses.ts'
import { type GoogleOperation, type Mishap, mishapScript } from './fake-google-script.ts'
import { OAUTH, tokenEndpoint } from './fake-google-token.ts'

/** A fake of the parts of Google Drive that resumes need, over real local HTTP. */
export type FakeGoogle = Awaited<ReturnType<typeof startFakeGoogle>>

/** Starts a fake Google with one shared drive, one folder, one service account and one OAuth client. */
export async function startFakeGoogle() {
  const script = mishapScript()
  const tokens = tokenEndpoint()
  const drive = driveFiles()
  const server = createServer((request, response) => {
    respond(request, response).catch((error: Error) => send(response, apiRefusal(500, 'backendError', error.message)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parsed = parseRequest(request)
    const mishap = script.next(parsed.operation)
    await script.opened(parsed.operation)
    if (mishap?.kind === 'stall') await pause(mishap.ms, undefined, { ref: false })
    if (mishap?.kind === 'drop' && typeof mishap.after === 'number') return breakOff(request, parsed, mishap.after)
    const body = await readBody(request)
    const result = mishap?.kind === 'fail' ? refusal(parsed.operation, mishap) : perform(parsed, body)
    if (mishap?.kind === 'drop') request.socket.destroy()
    else send(response, result)
  }

  function perform(parsed: GoogleRequest, body: Buffer): Reply {
    if (parsed.operation === 'token') return tokens.respond(new URLSearchParams(body.toString()))
    if (!tokens.accepts(parsed.authorization)) return apiRefusal(401, 'authError', 'Invalid Credentials')
    if (needsAllDrives(parsed)) return apiRefusal(404, 'notFound', `File not found: ${parsed.id}.`)
    switch (parsed.operation) {
      case 'generateIds':
        return drive.generateIds(Number(parsed.query.get('count') ?? 10))
      case 'start':
        return drive.start(JSON.parse(body.toString()), parsed.uploadLength, url)
      case 'chunk':
      case 'status':
        return performUpload(parsed, body, false)
      case 'get':
        return drive.get(parsed.id, parsed.query.get('fields') ?? 'id,name,mimeType')
      case 'media':
        return drive.media(parsed.id)
      case 'delete':
        return drive.remove(parsed.id)
      case 'drive':
        return drive.drive(parsed.id)
    }
  }

  function performUpload(parsed: GoogleRequest, body: Buffer, isBroken: boolean): Reply {
    const session = drive.sessions.get(parsed.query.get('upload_id') ?? '')
    if (!session) return apiRefusal(404, 'notFound')
    return parsed.operation === 'status' ? drive.status(session) : drive.receive(session, parsed.range, body, isBroken)
  }

  async function breakOff(request: IncomingMessage, parsed: GoogleRequest, after: number): Promise<void> {
    if (parsed.operation === 'chunk' && after > 0)
      performUpload(parsed, (await readBody(request)).subarray(0, after), true)
    request.socket.destroy()
  }

  const { next: _next, opened: _opened, ...controls } = script
  return {
    url,
    ...controls,
    corruptNext: drive.corruptNext,
    expireTokens: tokens.expireTokens,
    /** Key file of the service account. */
    keyFile: tokens.keyFile,
    /** The uploaded files, without the folder. */
    files: () => [...drive.items.values()].filter(({ id }) => id !== FOLDER.id),
    /** Any item by its id, the folder too; a test may change or remove it. */
    items: drive.items,
    /** Discards every upload session. */
    dropSessions: () => drive.sessions.clear(),
    /** Environment variables that make the program use this fake. */
    environment: (signIn: 'service-account' | 'refresh-token' = 'service-account'): Record<string, string> => ({
      GOOGLE_DRIVE_FOLDER_ID: FOLDER.id,
      GOOGLE_DRIVE_API_URL: url,
      ...(signIn === 'service-account'
        ? { GOOGLE_DRIVE_CREDENTIALS: JSON.stringify(tokens.keyFile) }
        : {
            GOOGLE_DRIVE_CLIENT_ID: OAUTH.clientId,
            GOOGLE_DRIVE_CLIENT_SECRET: OAUTH.clientSecret,
            GOOGLE_DRIVE_REFRESH_TOKEN: OAUTH.refreshToken,
          }),
    }),
    stop: () => stop(server),
  }
}

type GoogleRequest = {
  operation: GoogleOperation
  id: string
  query: URLSearchParams
  authorization: string
  range: string
  uploadLength: number
}

function parseRequest({ method = '', url = '', headers }: IncomingMessage): GoogleRequest {
  const { pathname, searchParams: query } = new URL(url, 'http://fake-google')
  const range = String(headers['content-range'] ?? '')
  return {
    operation: operationOf(`${method} ${pathname}`, query, range),
    id: decodeURIComponent(pathname.split('/').at(-1) ?? ''),
    query,
    authorization: headers.authorization ?? '',
    range,
    uploadLength: Number(headers['x-upload-content-length']),
  }
}

function operationOf(request: string, query: URLSearchParams, range: string): GoogleOperation {
  if (request === 'POST /token') return 'token'
  if (request === 'GET /drive/v3/files/generateIds') return 'generateIds'
  if (request === 'POST /upload/drive/v3/files') return 'start'
  if (request === 'PUT /upload/drive/v3/files') return range.startsWith('bytes */') ? 'status' : 'chunk'
  if (request.startsWith('GET /drive/v3/drives/')) return 'drive'
  if (request.startsWith('DELETE /drive/v3/files/')) return 'delete'
  if (request.startsWith('GET /drive/v3/files/')) return query.get('alt') === 'media' ? 'media' : 'get'
  throw new Error(`Google has no ${request}`)
}

/** Google hides shared drives from requests without `supportsAllDrives`. */
function needsAllDrives({ operation, query }: GoogleRequest): boolean {
  return ['start', 'get', 'media', 'delete'].includes(operation) && query.get('supportsAllDrives') !== 'true'
}

function refusal(operation: GoogleOperation, { status, reason }: Extract<Mishap, { kind: 'fail' }>): Reply {
  return operation === 'token' ? tokenRefusal(status, reason) : apiRefusal(status, reason)
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

async function stop(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
