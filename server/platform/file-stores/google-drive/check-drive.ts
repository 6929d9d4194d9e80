import type { StorageTest } from '../../../../contract/site/storage.ts'
import { checkStore } from '../check-store.ts'
import { type FileOperations, StoreFault } from '../file-store.ts'
import type { DriveClient } from './drive-client.ts'
import { driveFault, objectIn } from './drive-fault.ts'
import { NOT_A_FOLDER, TRASHED_FOLDER } from './drive-reasons.ts'
import type { GoogleDriveSettings } from './drive-settings.ts'

/**
 * Signs in, finds the folder and checks it with a small file, within a limit; never throws.
 * @param filesUntil makes operations of the drive that end when the signal aborts
 */
export function checkDrive(
  connect: () => Promise<DriveClient>,
  filesUntil: (signal: AbortSignal) => FileOperations,
  { settings, limitMs }: { settings: GoogleDriveSettings; limitMs: number },
): Promise<StorageTest> {
  return checkStore({
    filesUntil,
    limitMs,
    wordsOf: (error) => wordsOf(error, settings),
    find: async (signal, begin) => {
      begin('sign in at Google')
      const client = await connect()
      await client.signIn(signal)
      begin('find the folder')
      return describeFolder(client, settings.folderId, signal)
    },
  })
}

/** What Google says of a folder, as far as it does. */
type FolderDescription = { name?: string; mimeType?: string; trashed?: boolean; driveId?: string }

async function describeFolder(client: DriveClient, id: string, signal: AbortSignal): Promise<string> {
  const params = { fields: 'name,mimeType,trashed,driveId', supportsAllDrives: true }
  const response = await client.request({ url: `/drive/v3/files/${id}`, params }, signal)
  const { name, mimeType, trashed, driveId } = objectIn(response.data) as FolderDescription
  if (!mimeType) throw new StoreFault('Google did not describe the folder', { isPermanent: false })
  if (mimeType !== 'application/vnd.google-apps.folder') throw new StoreFault(NOT_A_FOLDER, { isPermanent: true })
  if (trashed) throw new StoreFault(TRASHED_FOLDER, { isPermanent: true })
  const folder = `the folder “${name}”`
  if (!driveId) return folder
  // An account that has access to the folder alone may not read the name of the shared drive.
  const drive = await client
    .request({ url: `/drive/v3/drives/${driveId}`, params: { fields: 'name' } }, signal)
    .catch(() => undefined)
  const { name: driveName } = objectIn(drive?.data) as { name?: string }
  return driveName ? `${folder} on the shared drive “${driveName}”` : `${folder} on a shared drive`
}

/** An admin of the drive grants a missing right to the account's address, which only the key file has. */
function wordsOf(error: unknown, { credentials }: GoogleDriveSettings): string {
  const { message, isPermanent } = driveFault(error, credentials.kind)
  const isOfAccount = isPermanent && credentials.kind === 'service-account'
  return isOfAccount ? `${message}. The service account is ${credentials.clientEmail}` : message
}
