import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { apiRefusal, type Reply } from './fake-google-responses.ts'

const FOLDER_TYPE = 'application/vnd.google-apps.folder'
const GRANULE = 256 * 1024

/** A file in the fake drive. */
export type StoredFile = {
  id: string
  name: string
  mimeType: string
  parents: string[]
  content: Buffer
  trashed: boolean
  driveId?: string
}

type Session = { metadata: Pick<StoredFile, 'id' | 'name' | 'mimeType' | 'parents'>; size: number; received: Buffer }

/** The shared drive of the fake. */
const SHARED_DRIVE = { id: 'drive-1', name: 'HR' }

/** The folder on it. */
export const FOLDER = { id: 'folder-1', name: 'Resumes' }

/** Files of one shared drive with one folder, in memory, with the rules of the Drive API. */
export function driveFiles() {
  const folder = { ...FOLDER, mimeType: FOLDER_TYPE, parents: [SHARED_DRIVE.id], content: Buffer.alloc(0) }
  const items = new Map<string, StoredFile>([[FOLDER.id, { ...folder, trashed: false, driveId: SHARED_DRIVE.id }]])
  const sessions = new Map<string, Session>()
  const generated = new Set<string>()
  let corruptsNext = false

  const finish = ({ metadata, received }: Session): Reply => {
    if (items.has(metadata.id)) return apiRefusal(409, 'fileIdInUse', 'A file already exists with the provided ID.')
    const content = Buffer.from(received)
    if (corruptsNext) content.writeUInt8(content.readUInt8(0) ^ 0xff, 0)
    corruptsNext = false
    items.set(metadata.id, { ...metadata, content, trashed: false, driveId: SHARED_DRIVE.id })
    return { status: 200, body: { kind: 'drive#file', id: metadata.id, name: metadata.name } }
  }
  const progress = ({ received }: Session): Reply => ({
    status: 308,
    headers: received.length > 0 ? { range: `bytes=0-${received.length - 1}` } : {},
  })

  return {
    items,
    sessions,
    /** Alters the content of the next file that is complete. */
    corruptNext: () => {
      corruptsNext = true
    },

    generateIds(count: number): Reply {
      const ids = Array.from({ length: count }, () => `1${randomBytes(16).toString('base64url')}`)
      for (const id of ids) generated.add(id)
      return { status: 200, body: { kind: 'drive#generatedIds', space: 'drive', ids } }
    },

    start(metadata: Session['metadata'], size: number, origin: string): Reply {
      const parent = items.get(metadata.parents[0] ?? '')
      if (!parent) return apiRefusal(404, 'notFound', `File not found: ${metadata.parents[0]}.`)
      if (parent.mimeType !== FOLDER_TYPE) return apiRefusal(403, 'parentNotAFolder')
      if (items.has(metadata.id)) return apiRefusal(409, 'fileIdInUse')
      if (!generated.has(metadata.id)) return apiRefusal(400, 'invalid', 'The provided file ID is not usable.')
      const id = randomUUID()
      sessions.set(id, { metadata, size, received: Buffer.alloc(0) })
      const location = `${origin}/upload/drive/v3/files?uploadType=resumable&supportsAllDrives=true&upload_id=${id}`
      return { status: 200, headers: { location } }
    },

    /** What a session holds after bytes have arrived; a broken chunk is stored in multiples of 256 KiB. */
    receive(session: Session, range: string, body: Buffer, isBroken: boolean): Reply {
      const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(range) ?? []
      const isSound = Number(first) === session.received.length && Number(size) === session.size
      if (!isSound) return apiRefusal(400, 'badRequest', 'Failed to parse Content-Range header.')
      const isLast = Number(last) + 1 === session.size
      const kept = isBroken || !isLast ? body.length - (body.length % GRANULE) : body.length
      session.received = Buffer.concat([session.received, body.subarray(0, kept)])
      return session.received.length === session.size ? finish(session) : progress(session)
    },

    status(session: Session): Reply {
      const stored = items.get(session.metadata.id)
      if (stored) return { status: 200, body: { id: stored.id } }
      return session.size === 0 ? finish(session) : progress(session)
    },

    get(id: string, fields: string): Reply {
      const item = items.get(id)
      if (!item) return apiRefusal(404, 'notFound', `File not found: ${id}.`)
      const { content, ...rest } = item
      const isFolder = item.mimeType === FOLDER_TYPE
      const sha256Checksum = createHash('sha256').update(content).digest('hex')
      const all = { ...rest, ...(isFolder ? {} : { size: String(content.length), sha256Checksum }) }
      const chosen = Object.entries(all).filter(([name]) => fields.split(',').includes(name))
      return { status: 200, body: Object.fromEntries(chosen) }
    },

    media(id: string): Reply {
      const item = items.get(id)
      return item ? { status: 200, body: item.content } : apiRefusal(404, 'notFound', `File not found: ${id}.`)
    },

    remove(id: string): Reply {
      return items.delete(id) ? { status: 204 } : apiRefusal(404, 'notFound', `File not found: ${id}.`)
    },

    drive(id: string): Reply {
      if (id !== SHARED_DRIVE.id) return apiRefusal(404, 'notFound', `Shared drive not found: ${id}`)
      return { status: 200, body: { name: SHARED_DRIVE.name } }
    },
  }
}
