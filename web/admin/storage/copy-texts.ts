import type { StorageStatus } from '../../../contract/storage.ts'
import { formatCount } from '../../ui/text/format-count.ts'
import { formatQuantity } from './storage-formats.ts'

type CopyPlace = NonNullable<StorageStatus['copies']['lastError']>['place']

/** What each place of copies, and the button that tests it, is called on the page. */
const PLACES: Record<CopyPlace, { name: string; target: string; button: string }> = {
  s3: { name: 'S3', target: 'the bucket', button: 'Test S3 Connection' },
  'google-drive': { name: 'Google Drive', target: 'the drive', button: 'Test Connection' },
}

/** Whether resumes are copied to a cloud drive, or have been. */
export function hasDrive({ resumes, copies, s3 }: StorageStatus): boolean {
  const ofS3 = s3 ? s3.waiting + s3.failed : 0
  return copies.isConfigured || resumes.cloud + copies.waiting + copies.failed - ofS3 > 0
}

/** The store of the last error, if there is more than one. */
export function describeErrorPlace(status: StorageStatus): string {
  const { lastError } = status.copies
  return lastError && status.s3 && hasDrive(status) ? `${PLACES[lastError.place].name}: ` : ''
}

/** What to do about copies that could not be made. */
export function describeCopyRemedy(status: StorageStatus): string {
  const place = failingStore(status)
  const { name, target, button } = PLACES[place]
  const { isConfigured, failed } = copiesAt(status, place)
  if (!isConfigured) return `The server tries again once ${name} is configured.`
  if (failed === 0) return 'The server tries again at least every 15 minutes.'
  return `Fix the problem in the message, then choose ${button}: every copy is retried as soon as ${target} responds.`
}

/** What the bucket holds, and what it still lacks. */
export function describeBucket({ stored, waiting, failed }: NonNullable<StorageStatus['s3']>): string {
  const lacking = [
    waiting > 0 && formatQuantity(waiting, 'copy waits', 'copies wait'),
    failed > 0 && `${formatCount(failed)} ${failed === 1 ? 'has' : 'have'} failed`,
  ].filter((text) => text !== false)
  const held = `${formatQuantity(stored, 'resume', 'resumes')} in the bucket`
  return lacking.length > 0 ? `${held}; ${lacking.join(', ')}.` : `${held}.`
}

function failingStore({ copies, s3 }: StorageStatus): CopyPlace {
  return copies.lastError?.place ?? (s3 && s3.failed > 0 ? 's3' : 'google-drive')
}

function copiesAt({ copies, s3 }: StorageStatus, place: CopyPlace): { isConfigured: boolean; failed: number } {
  if (place === 's3') return { isConfigured: s3?.isConfigured === true, failed: s3?.failed ?? 0 }
  return { isConfigured: copies.isConfigured, failed: copies.failed - (s3?.failed ?? 0) }
}
