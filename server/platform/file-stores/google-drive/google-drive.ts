import { Readable } from 'node:stream'
import { RESUME_MAX_BYTES } from '../../../../contract/wire/limits.ts'
import { beginDownload, EXCHANGE_MS, withLimits } from '../download.ts'
import { type FileOperations, type RemoteStore, StoreFault } from '../file-store.ts'
import { checkDrive } from './check-drive.ts'
import type { DriveClient, DriveRequest } from './drive-client.ts'
import { objectIn } from './drive-fault.ts'
import type { GoogleDriveSettings } from './drive-settings.ts'
import { uploadToDrive } from './drive-upload.ts'

/** Timeouts, in milliseconds. */
export type DriveLimits = {
  /** Of one request, and of a download that stalls. */
  callMs: number
  /** Of {@link RemoteStore.check} as a whole. */
  testMs: number
}

const LIMITS: DriveLimits = { callMs: 30_000, testMs: 10_000 }

/** A folder of Google Drive. A key is the id of a file. */
export function createGoogleDrive(settings: GoogleDriveSettings, changes: Partial<DriveLimits> = {}): RemoteStore {
  const limits = { ...LIMITS, ...changes }
  let client: Promise<DriveClient> | undefined
  const connect = () => {
    client ??= import('./drive-client.ts').then(({ connectDrive }) => connectDrive(settings, limits.callMs))
    return client
  }
  const filesUntil = (signal: AbortSignal | null) =>
    driveFiles({ connect, folderId: settings.folderId, limits, signal })
  return {
    ...filesUntil(null),
    name: 'google-drive',
    isLocal: false,
    check: () => checkDrive(connect, filesUntil, { settings, limitMs: limits.testMs }),
  }
}

/** What Google says of a file, as far as it does. */
type FileDescription = { size?: unknown; sha256Checksum?: unknown; trashed?: unknown }

const ALL_DRIVES = { supportsAllDrives: true }

/** @param access.signal ends every request */
function driveFiles({
  connect,
  folderId,
  limits,
  signal,
}: {
  connect(): Promise<DriveClient>
  folderId: string
  limits: DriveLimits
  signal: AbortSignal | null
}): FileOperations {
  /** Sends a request for one file; undefined when Google has no file of this id. */
  const requestFile = async <Body>(id: string, request: Omit<DriveRequest, 'url'>, ends = signal) => {
    const client = await connect()
    const validateStatus = (status: number) => status === 404 || (status >= 200 && status < 300)
    const response = await client.request<Body>({ url: `/drive/v3/files/${id}`, ...request, validateStatus }, ends)
    if (response.status !== 404) return response
    if (response.data instanceof Readable) response.data.destroy()
    // Google sends 404 for every file of a folder that the account has lost, so ask for the folder.
    await client.request({ url: `/drive/v3/files/${folderId}`, params: { fields: 'id', ...ALL_DRIVES } }, signal)
    return undefined
  }

  return {
    async newKey() {
      const client = await connect()
      const request = { url: '/drive/v3/files/generateIds', params: { count: 1, type: 'files' } }
      const { ids } = objectIn((await client.request(request, signal)).data) as { ids?: unknown }
      const key: unknown = Array.isArray(ids) ? ids[0] : undefined
      if (typeof key !== 'string' || key === '')
        throw new StoreFault('Google gave no id for a new file', { isPermanent: false })
      return key
    },

    async put(key, file) {
      await uploadToDrive({ client: await connect(), folderId, key, file, signal })
    },

    async describe(key) {
      const params = { fields: 'size,sha256Checksum,trashed', ...ALL_DRIVES }
      const response = await requestFile(key, { params })
      if (!response) return undefined
      const { size, sha256Checksum: sha256, trashed } = objectIn(response.data) as FileDescription
      if (trashed === true) return undefined
      if (typeof size !== 'string' || typeof sha256 !== 'string' || !/^\d+$/.test(size) || sha256 === '') {
        throw new StoreFault('Google has not worked out the checksum of the file yet', { isPermanent: false })
      }
      return { size: Number(size), sha256 }
    },

    async open(key) {
      const waits = { silenceMs: limits.callMs, exchangeMs: EXCHANGE_MS }
      const { MOST_OF_RESPONSE } = await import('./drive-client.ts')
      const request = {
        params: { alt: 'media', ...ALL_DRIVES },
        responseType: 'stream',
        // Limits of the library's would also end a download that proceeds, and none of them ends a refusal.
        timeout: 0,
        redirect: 'follow',
        maxContentLength: Number.POSITIVE_INFINITY,
        adapter: async (options, send) => {
          const response = await send(options)
          const mostBytes = response.ok ? RESUME_MAX_BYTES : MOST_OF_RESPONSE
          const content = withLimits(response.data as Readable, 'Google', { ...waits, mostBytes })
          return Object.assign(response, { data: content })
        },
      } satisfies Omit<DriveRequest, 'url'>
      const begin = (ends: AbortSignal) => requestFile<Readable>(key, request, ends)
      return (await beginDownload(begin, waits, signal))?.data
    },

    async remove(key) {
      await requestFile(key, { method: 'DELETE', params: ALL_DRIVES })
    },
  }
}
