import type { StorageTest } from '../../contract/storage.ts'
import { ApiError } from '../api/api-error.ts'
import type { ToastMessage } from '../ui/toast.ts'

/** Said when the test itself could not be made (`spec.md` section 8). */
const TEST_FAILED = 'Unable to test Google Drive connection'

/** How the cloud drive stands, as far as the last test tells. */
export type DriveState = { isConnected: boolean; word: string; message: string }

/**
 * How the cloud drive stands.
 * @param test answer of the last test; undefined while there is none
 * @param hasFailed the last test could not be made
 */
export function driveStateOf(test: StorageTest | undefined, hasFailed: boolean): DriveState {
  if (hasFailed) return { isConnected: false, word: 'Disconnected', message: TEST_FAILED }
  if (!test) return { isConnected: false, word: 'Checking', message: 'Testing the connection...' }
  return { isConnected: test.connected, word: test.connected ? 'Connected' : 'Disconnected', message: test.message }
}

/** What an admin is told about a test that was asked for; an expired session is told elsewhere. */
export function describeTest(test: StorageTest | undefined, error: Error | null): ToastMessage | undefined {
  if (error instanceof ApiError && error.status === 401) return undefined
  if (error || !test) return { title: 'Test Failed', description: TEST_FAILED, tone: 'error' }
  if (test.connected) return { title: 'Connection Successful', description: test.message }
  return { title: 'Connection Failed', description: test.message, tone: 'error' }
}
