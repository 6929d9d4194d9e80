import type { StorageTest } from '../../../../contract/storage.ts'
import { CloudFault, type CloudFiles } from '../cloud-store.ts'
import { testFiles } from '../cloud-test.ts'
import { NOT_A_FOLDER, TRASHED_FOLDER } from './drive-answers.ts'
import type { DriveClient } from './drive-client.ts'
import { driveFault } from './drive-fault.ts'
import type { GoogleDriveSettings } from './drive-settings.ts'

type Subject = {
  connect(): Promise<DriveClient>
  /** The drive's files as long as a signal lets them be used. */
  filesUntil(signal: AbortSignal): CloudFiles
  settings: GoogleDriveSettings
  limitMs: number
}

/** Signs in, finds the folder and tries a file in it, within a limit; never throws. */
export function testDrive({ connect, filesUntil, settings, limitMs }: Subject): Promise<StorageTest> {
  return testFiles({
    filesUntil,
    limitMs,
    wordsOf: (error) => wordsOf(error, settings),
    find: async (signal, begin) => {
      begin('sign in at Google')
      const client = await connect()
      await client.call(async () => undefined, signal)
      begin('find the folder')
      return findPlace(client, settings.folderId, signal)
    },
  })
}

async function findPlace({ api, call }: DriveClient, fileId: string, signal: AbortSignal): Promise<string> {
  const fields = 'name,mimeType,trashed,driveId'
  const { data } = await call(() => api.files.get({ fileId, fields, supportsAllDrives: true }, { signal }), signal)
  if (data.mimeType !== 'application/vnd.google-apps.folder') throw new CloudFault(NOT_A_FOLDER, { isPermanent: true })
  if (data.trashed) throw new CloudFault(TRASHED_FOLDER, { isPermanent: true })
  const folder = `the folder “${data.name}”`
  const { driveId } = data
  if (!driveId) return folder
  // Whoever is given only the folder may not ask for the name of the drive around it.
  const drive = await call(() => api.drives.get({ driveId, fields: 'name' }, { signal }), signal).catch(() => undefined)
  return drive ? `${folder} on the shared drive “${drive.data.name}”` : `${folder} on a shared drive`
}

/** A right that is missing is given to an account by its address, which stands only in the key. */
function wordsOf(error: unknown, { credentials }: GoogleDriveSettings): string {
  const { message, isPermanent } = driveFault(error, credentials.kind)
  const isOfAccount = isPermanent && credentials.kind === 'service-account'
  return isOfAccount ? `${message}. The service account is ${credentials.clientEmail}` : message
}
