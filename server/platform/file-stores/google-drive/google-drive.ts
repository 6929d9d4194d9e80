import { beginDownload, withStallLimit } from '../cloud-download.ts'
import { CloudFault, type CloudFileFacts, type CloudFiles, type CloudStore } from '../cloud-store.ts'
import type { DriveClient } from './drive-client.ts'
import { statusOf } from './drive-fault.ts'
import type { GoogleDriveSettings } from './drive-settings.ts'
import { testDrive } from './drive-test.ts'
import { uploadToDrive } from './drive-upload.ts'

/** How long things may take, in milliseconds. */
export type DriveLimits = {
  /** One request, and a download that stands still. */
  callMs: number
  /** {@link CloudStore.test} in all. */
  testMs: number
  /** Pause before an upload that broke off is taken up again; doubles with each time. */
  resumeAfterMs: number
}

const LIMITS: DriveLimits = { callMs: 30_000, testMs: 10_000, resumeAfterMs: 500 }

/** Keeps copies of resumes in a folder of Google Drive; a key is the id of a file. */
export function createGoogleDrive(settings: GoogleDriveSettings, changes: Partial<DriveLimits> = {}): CloudStore {
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
    place: 'google-drive',
    test: () => testDrive({ connect, filesUntil, settings, limitMs: limits.testMs }),
  }
}

type Access = {
  connect(): Promise<DriveClient>
  folderId: string
  limits: DriveLimits
  /** Ends every call that is under way. */
  signal: AbortSignal | null
}

function driveFiles({ connect, folderId, limits, signal }: Access): CloudFiles {
  return {
    async newKey() {
      const { api, call } = await connect()
      const { data } = await call(() => api.files.generateIds({ count: 1, type: 'files' }, { signal }), signal)
      const key = data.ids?.[0]
      if (!key) throw new CloudFault('Google gave no id for a new file', { isPermanent: false })
      return key
    },

    async put(key, file) {
      const { resumeAfterMs } = limits
      await uploadToDrive({ client: await connect(), folderId, key, file, resumeAfterMs, signal })
    },

    async describe(fileId): Promise<CloudFileFacts | undefined> {
      const { api, call } = await connect()
      const fields = 'size,sha256Checksum,trashed'
      const request = () => api.files.get({ fileId, fields, supportsAllDrives: true }, { signal })
      const found = await call(() => request().catch(whenGone(api)), signal)
      if (!found || found.data.trashed) return undefined
      const { size, sha256Checksum: sha256 } = found.data
      if (!size || !sha256) {
        throw new CloudFault('Google has not worked out the checksum of the file yet', { isPermanent: false })
      }
      return { size: Number(size), sha256 }
    },

    async open(fileId) {
      const { api, call } = await connect()
      const media = { fileId, alt: 'media', supportsAllDrives: true }
      const begin = (signal: AbortSignal) => api.files.get(media, { signal, timeout: 0, responseType: 'stream' })
      const request = () => beginDownload(begin, limits.callMs, signal)
      const found = await call(() => request().catch(whenGone(api)), signal)
      return found && withStallLimit(found.data, limits.callMs, 'Google')
    },

    async remove(fileId) {
      const { api, call } = await connect()
      const request = () => api.files.delete({ fileId, supportsAllDrives: true }, { signal })
      await call(() => request().catch(whenGone(api)), signal)
    },
  }

  /** To whoever has lost the folder Google says of every file in it that there is none, so the folder is asked for. */
  function whenGone(api: DriveClient['api']) {
    return async (error: unknown): Promise<undefined> => {
      if (statusOf(error) !== 404) throw error
      await api.files.get({ fileId: folderId, fields: 'id', supportsAllDrives: true }, { signal })
    }
  }
}
