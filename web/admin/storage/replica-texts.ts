import type { FileStoreStatus, StorageStatus } from '../../../contract/site/storage.ts'
import { REMOTE_STORES, STORES } from '../../../contract/wire/file-store-names.ts'
import { formatCount } from '../../ui/text/format-count.ts'
import { formatQuantity } from './storage-formats.ts'

/** Whether a store is configured, or has been and has or lacks files since. */
export function isInUse({ isConfigured, stored, waiting, failed }: FileStoreStatus): boolean {
  return isConfigured || stored + waiting + failed > 0
}

/** The store of the last error, if there is more than one. */
export function describeErrorStore({ stores, replicas: { lastError } }: StorageStatus): string {
  const isOneOfSeveral = REMOTE_STORES.every((name) => isInUse(stores[name]))
  return lastError && isOneOfSeveral ? `${STORES[lastError.store].name}: ` : ''
}

/** What to do about replicas that could not be made. */
export function describeCopyRemedy({ stores, replicas: { lastError } }: StorageStatus): string {
  const store = lastError?.store ?? REMOTE_STORES.find((name) => stores[name].failed > 0) ?? 'google-drive'
  const { name, target, test } = STORES[store]
  const { isConfigured, failed } = stores[store]
  if (!isConfigured) return `The server tries again once ${name} is configured.`
  if (failed === 0) return 'The server tries again at least every 15 minutes.'
  return `Fix the problem in the message, then choose ${test.button}: every copy is retried as soon as ${target} responds.`
}

/** What the bucket holds, and what it still lacks. */
export function describeBucket({ stored, waiting, failed }: FileStoreStatus): string {
  const lacking = [
    waiting > 0 && formatQuantity(waiting, 'copy waits', 'copies wait'),
    failed > 0 && `${formatCount(failed)} ${failed === 1 ? 'has' : 'have'} failed`,
  ].filter((text) => text !== false)
  const held = `${formatQuantity(stored, 'resume', 'resumes')} in the bucket`
  return lacking.length > 0 ? `${held}; ${lacking.join(', ')}.` : `${held}.`
}
