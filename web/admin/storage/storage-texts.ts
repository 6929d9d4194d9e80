import type { StorageStatus, StorageTest } from '../../../contract/site/storage.ts'
import { type RemoteStoreName, STORES } from '../../../contract/wire/file-store-names.ts'
import { ApiError } from '../../api/api-error.ts'
import type { BadgeTone } from '../../ui/badge.tsx'
import type { ToastMessage } from '../../ui/toast/toast-store.ts'
import { isChecking } from './check-texts.ts'
import { isInUse } from './replica-texts.ts'
import { formatQuantity } from './storage-formats.ts'

/** The message when the test itself fails. */
const testFailed = (store: RemoteStoreName) => `Unable to test ${STORES[store].name} connection`

/** State of a remote store after the last test. */
type ConnectionState = { isConnected: boolean; word: string; message: string }

/**
 * The state of a remote store.
 * @param test result of the last test; undefined before the first
 * @param hasFailed whether the last test itself failed
 */
export function connectionStateOf(
  test: StorageTest | undefined,
  hasFailed: boolean,
  store: RemoteStoreName,
): ConnectionState {
  if (hasFailed) return { isConnected: false, word: 'Disconnected', message: testFailed(store) }
  if (!test) return { isConnected: false, word: 'Checking', message: 'Testing the connection...' }
  return { isConnected: test.connected, word: test.connected ? 'Connected' : 'Disconnected', message: test.message }
}

/** The badge color of a remote store: one that is not configured is no warning. */
export function connectionToneOf({ isConnected, word }: ConnectionState, isConfigured: boolean): BadgeTone {
  if (isConnected) return 'green'
  return isConfigured && word === 'Disconnected' ? 'amber' : 'grey'
}

/** The toast after a requested test; undefined for an expired session. */
export function describeTest(
  test: StorageTest | undefined,
  error: Error | null,
  store: RemoteStoreName,
): ToastMessage | undefined {
  if (error instanceof ApiError && error.status === 401) return undefined
  if (error || !test) return { title: 'Test Failed', description: testFailed(store), tone: 'error' }
  if (test.connected) return { title: 'Connection Successful', description: test.message }
  return { title: 'Connection Failed', description: test.message, tone: 'error' }
}

/** State of the files as a badge; undefined before the first check. */
export function fileStateOf(status: StorageStatus): { word: string; tone: BadgeTone } | undefined {
  const { resumes, check } = status
  if (hasDamage(resumes)) return { word: 'Alarm', tone: 'red' }
  const fault = failureOf(status)
  if (fault) return { word: fault, tone: 'amber' }
  if (isChecking(check)) return { word: 'Checking', tone: 'grey' }
  return check && resumes.total > 0 ? { word: 'In order', tone: 'green' } : undefined
}

/** What currently fails although all files are intact. */
function failureOf({ replicas, tasks }: StorageStatus): string | undefined {
  if (replicas.failed > 0) return 'Copies failed'
  if (replicas.waiting > 0 && replicas.lastError) return 'Copies waiting'
  return tasks.lastError ? 'Task failing' : undefined
}

/** Whether any file is missing, altered or lost. */
export function hasDamage({ missing, altered, lost }: StorageStatus['resumes']): boolean {
  return missing + altered + lost > 0
}

/** The message when all files are intact. */
export function describeIntactFiles({ resumes, check }: StorageStatus): string {
  if (resumes.total === 0) return 'No resumes received yet.'
  if (!check) return 'The files have not been checked yet.'
  if (isChecking(check)) return 'No problems found so far.'
  return 'All files are intact.'
}

/** One alarm per kind of damage. */
export function describeAlarms({ missing, altered, lost }: StorageStatus['resumes']): string[] {
  return [
    missing > 0 && `${formatQuantity(missing, 'file is', 'files are')} missing from where the server stored it.`,
    altered > 0 && `${formatQuantity(altered, 'file is', 'files are')} altered: the content is not what was received.`,
    lost > 0 && `${formatQuantity(lost, 'resume is', 'resumes are')} lost: no intact copy exists anywhere.`,
  ].filter((text) => text !== false)
}

/** What to do about damaged files. */
export function describeRemedy({ lost }: StorageStatus['resumes']): string {
  const isSafe = lost === 0 ? 'Every resume still has an intact copy elsewhere. ' : ''
  return `${isSafe}Do not delete anything. Verify the backup, restore the files from it, and check all files again. The server log names each file. See “When a file is missing or altered” in docs/operations.md.`
}

/** The line about replicas where no cloud drive is configured; undefined where one is. */
export function describeNoDrive({ stores }: StorageStatus): string | undefined {
  const { s3, 'google-drive': drive } = stores
  if (drive.isConfigured) return undefined
  if (isInUse(drive)) return 'Google Drive is no longer configured. Nothing is copied there until it is again.'
  if (s3.isPrimary) return 'Google Drive is not configured: new resumes are stored in the S3 bucket only.'
  if (s3.isConfigured) return 'Google Drive is not configured: resumes are copied to the S3 bucket alone.'
  return 'Google Drive is not configured. Nothing is copied: resumes are on the disk of this server only, so back it up.'
}

/** What the disk of the server is to the resumes. @param isPrimary whether it takes new ones, not the S3 bucket */
export function describeLocal(isPrimary: boolean): { role: string; note: string } {
  if (!isPrimary) {
    return {
      role: 'The data folder of this server. A new resume only passes through it on its way to the S3 bucket.',
      note: 'While the S3 bucket cannot be reached, applications are refused with the request to send them again.',
    }
  }
  return {
    role: 'The data folder of this server. Every resume is written here, durably, before its application is accepted.',
    note: 'Acts as fallback: while the cloud drive cannot be reached, resumes are kept here and nothing is lost.',
  }
}
