import type { StorageStatus } from '../../../contract/storage.ts'
import { formatCount } from '../../ui/text/format-count.ts'
import { formatQuantity } from './storage-formats.ts'

type ReplicaStoreName = NonNullable<StorageStatus['replicas']['lastError']>['store']

/** The name of each store on the page, and of the button that tests it. */
const STORES: Record<ReplicaStoreName, { name: string; target: string; button: string }> = {
  s3: { name: 'S3', target: 'the bucket', button: 'Test S3 Connection' },
  'google-drive': { name: 'Google Drive', target: 'the drive', button: 'Test Connection' },
}

/** Whether resumes are or were replicated to Google Drive. */
export function hasDrive({ resumes, replicas, s3 }: StorageStatus): boolean {
  const ofS3 = s3 ? s3.waiting + s3.failed : 0
  return replicas.isConfigured || resumes.drive + replicas.waiting + replicas.failed - ofS3 > 0
}

/** The store of the last error, if there is more than one. */
export function describeErrorStore(status: StorageStatus): string {
  const { lastError } = status.replicas
  return lastError && status.s3 && hasDrive(status) ? `${STORES[lastError.store].name}: ` : ''
}

/** What to do about failed replicas. */
export function describeReplicaRemedy(status: StorageStatus): string {
  const store = failingStore(status)
  const { name, target, button } = STORES[store]
  const { isConfigured, failed } = replicasIn(status, store)
  if (!isConfigured) return `The server tries again once ${name} is configured.`
  if (failed === 0) return 'The server tries again at least every 15 minutes.'
  return `Fix the problem in the message, then choose ${button}: every copy is retried as soon as ${target} responds.`
}

/** How many resumes the bucket has, and how many replicas wait or failed. */
export function describeBucket({ stored, waiting, failed }: NonNullable<StorageStatus['s3']>): string {
  const lacking = [
    waiting > 0 && formatQuantity(waiting, 'copy waits', 'copies wait'),
    failed > 0 && `${formatCount(failed)} ${failed === 1 ? 'has' : 'have'} failed`,
  ].filter((text) => text !== false)
  const held = `${formatQuantity(stored, 'resume', 'resumes')} in the bucket`
  return lacking.length > 0 ? `${held}; ${lacking.join(', ')}.` : `${held}.`
}

function failingStore({ replicas, s3 }: StorageStatus): ReplicaStoreName {
  return replicas.lastError?.store ?? (s3 && s3.failed > 0 ? 's3' : 'google-drive')
}

function replicasIn(
  { replicas, s3 }: StorageStatus,
  store: ReplicaStoreName,
): { isConfigured: boolean; failed: number } {
  if (store === 's3') return { isConfigured: s3?.isConfigured === true, failed: s3?.failed ?? 0 }
  return { isConfigured: replicas.isConfigured, failed: replicas.failed - (s3?.failed ?? 0) }
}
