import { RESUME_KINDS } from '../../../../contract/applications/resume-kinds.ts'
import { type NewFile, StoreFault } from '../file-store.ts'
import type { DriveClient, DriveRequest } from './drive-client.ts'

/** Google requires multiples of 256 KiB. At 300 kbit/s, 1 MiB passes within the timeout of a request. */
const CHUNK_BYTES = 1024 * 1024

/** An upload and its parts. */
export type Upload = {
  client: DriveClient
  folderId: string
  /** Id the file gets; Google refuses a second file with the same one. */
  key: string
  file: NewFile
  signal: AbortSignal | null
}

/** How much of a file Google has, in bytes; `lost` when Google has forgotten the session. */
type Arrived = number | 'complete' | 'lost'

/**
 * Uploads a file in chunks within one session. Succeeds when the key is taken. An upload that breaks off starts over with the
 * next attempt of the outbox: most resumes are one chunk.
 * Source: https://developers.google.com/workspace/drive/api/guides/manage-uploads#resumable
 * @throws {StoreFault} or what reading the file throws
 */
export async function uploadToDrive(upload: Upload): Promise<void> {
  const session = await startSession(upload)
  if (session === undefined) return
  let arrived: Arrived = 0
  while (typeof arrived === 'number') arrived = await sendChunk(upload, session, arrived)
  if (arrived === 'complete') return
  throw new StoreFault('Google has given up the upload, which has to start over', { isPermanent: false })
}

/** @returns the address of the session; undefined when the key is taken */
async function startSession({ client, folderId, key, file, signal }: Upload): Promise<string | undefined> {
  const mimeType = RESUME_KINDS[file.kind].mediaType
  const request: DriveRequest = {
    url: '/upload/drive/v3/files',
    params: { uploadType: 'resumable', supportsAllDrives: true },
    method: 'POST',
    headers: { 'X-Upload-Content-Type': mimeType, 'X-Upload-Content-Length': String(file.size) },
    data: { id: key, name: file.name, mimeType, parents: [folderId] },
    validateStatus: (status) => status === 200 || status === 409,
  }
  const { status, headers } = await client.request(request, signal)
  if (status === 409) return undefined
  const session = headers.get('location')
  if (!session) throw new StoreFault('Google gave no address to upload to', { isPermanent: false })
  return session
}

async function sendChunk(upload: Upload, session: string, from: number): Promise<Arrived> {
  const chunk = await readChunk(upload.file, from)
  // The chunk of an empty file is empty.
  const range = chunk.length > 0 ? `${from}-${from + chunk.length - 1}` : '*'
  const arrived = await put(upload, session, range, chunk)
  if (typeof arrived === 'number' && arrived <= from) {
    throw new StoreFault('Google has taken nothing of what was sent', { isPermanent: false })
  }
  return arrived
}

async function put({ client, file, signal }: Upload, session: string, range: string, data: Buffer): Promise<Arrived> {
  const request: DriveRequest = {
    url: session,
    method: 'PUT',
    headers: { 'Content-Range': `bytes ${range}/${file.size}` },
    data,
    validateStatus: (status) => [200, 201, 308, 404, 409, 410].includes(status),
  }
  const { status, headers } = await client.request(request, signal)
  if (status === 404 || status === 410) return 'lost'
  if (status !== 308) return 'complete'
  const last = /^bytes=0-(\d+)$/.exec(headers.get('range') ?? '')?.[1]
  return last === undefined ? 0 : Number(last) + 1
}

async function readChunk(file: NewFile, from: number): Promise<Buffer> {
  const length = Math.min(CHUNK_BYTES, file.size - from)
  const parts: Buffer[] = []
  let read = 0
  for await (const part of file.read(from)) {
    parts.push(part)
    read += part.length
    if (read >= length) break
  }
  if (read < length) throw new Error(`The file ends after ${from + read} of ${file.size} bytes`)
  return Buffer.concat(parts).subarray(0, length)
}
