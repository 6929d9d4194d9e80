import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { StorageTest } from '../../contract/storage.ts'
import { CloudFault, type CloudFile } from './cloud-store.ts'
import { NOT_A_FOLDER, TRASHED_FOLDER } from './drive-answers.ts'
import type { DriveClient } from './drive-client.ts'
import { driveFault } from './drive-fault.ts'
import type { GoogleDriveSettings } from './drive-settings.ts'
import type { DriveFiles } from './google-drive.ts'

type Subject = {
  connect(): Promise<DriveClient>
  /** The drive's files as long as a signal lets them be used. */
  filesUntil(signal: AbortSignal): DriveFiles
  settings: GoogleDriveSettings
  limitMs: number
}

/** Part of the time that is kept for deleting the file when the rest has run out. */
const CLEARING_SHARE = 0.2

/**
 * Does once with a small file what is done with every resume, within a limit; never throws.
 * The file is deleted even when a step fails.
 */
export async function testDrive({ connect, filesUntil, settings, limitMs }: Subject): Promise<StorageTest> {
  const waitMs = limitMs * (1 - CLEARING_SHARE)
  const signal = AbortSignal.timeout(waitMs)
  const files = filesUntil(signal)
  let step = 'sign in at Google'
  let key: string | undefined
  try {
    const client = await connect()
    await client.call(async () => undefined, signal)
    step = 'find the folder'
    const place = await findPlace(client, settings.folderId, signal)
    step = 'write a file'
    const content = Buffer.from(`Wellhead wrote this to test the connection. ${randomBytes(16).toString('hex')}\n`)
    key = await files.newKey()
    await files.put(key, testFile(content))
    step = 'read the file back'
    await compare(files, key, content)
    step = 'delete the file'
    await files.remove(key)
    return { connected: true, message: `Connected to ${place}.` }
  } catch (error) {
    if (key !== undefined) await clear(filesUntil(AbortSignal.timeout(limitMs * CLEARING_SHARE)), key)
    const reason = signal.aborted ? `there was no answer within ${waitMs / 1000} seconds` : wordsOf(error, settings)
    return { connected: false, message: `Could not ${step}: ${reason}` }
  }
}

function testFile(content: Buffer): CloudFile {
  return {
    name: 'Wellhead connection test.txt',
    kind: 'txt',
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    read: (from) => Readable.from([content.subarray(from)]),
  }
}

async function findPlace({ api, call }: DriveClient, fileId: string, signal: AbortSignal): Promise<string> {
  const fields = 'name,mimeType,trashed,driveId'
  const { data } = await call(() => api.files.get({ fileId, fields, supportsAllDrives: true }, { signal }), signal)
  if (data.mimeType !== 'application/vnd.google-apps.folder') throw new CloudFault(NOT_A_FOLDER, { isPermanent: true })
  if (data.trashed) throw new CloudFault(TRASHED_FOLDER, { isPermanent: true })
  const folder = `the folder "${data.name}"`
  const { driveId } = data
  if (!driveId) return folder
  // Whoever is given only the folder may not ask for the name of the drive around it.
  const drive = await call(() => api.drives.get({ driveId, fields: 'name' }, { signal }), signal).catch(() => undefined)
  return drive ? `${folder} on the shared drive "${drive.data.name}"` : `${folder} on a shared drive`
}

async function compare(files: DriveFiles, key: string, content: Buffer): Promise<void> {
  const stored = await files.open(key)
  const isSame = stored !== undefined && content.equals(await buffer(stored))
  if (!isSame) throw new CloudFault('it came back different from what was written', { isPermanent: false })
}

/** The fault that brought the test here is what a person has to know; one of clearing up behind it is not. */
async function clear(files: DriveFiles, key: string): Promise<void> {
  await files.remove(key).catch(() => undefined)
}

/** A right that is missing is given to an account by its address, which stands only in the key. */
function wordsOf(error: unknown, { credentials }: GoogleDriveSettings): string {
  const { message, isPermanent } = driveFault(error, credentials.kind)
  const isOfAccount = isPermanent && credentials.kind === 'service-account'
  return isOfAccount ? `${message}. The service account is ${credentials.clientEmail}` : message
}
