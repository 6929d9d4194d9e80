import type { StorageStatus } from '../../../contract/site/storage.ts'
import { formatDayAndTime } from '../../ui/text/date-formats.ts'
import { formatCount } from '../../ui/text/format-count.ts'
import { formatQuantity } from './storage-formats.ts'

const CHECK_POLL_MS = 1_000
const COPIES_POLL_MS = 10_000

/** Poll interval of the status in milliseconds; `false` while nothing is running. */
export function pollInterval(status: StorageStatus | undefined): number | false {
  if (isChecking(status?.check ?? null)) return CHECK_POLL_MS
  return status && status.replicas.waiting > 0 ? COPIES_POLL_MS : false
}

/** Whether a check of all files is running. */
export function isChecking(check: StorageStatus['check']): boolean {
  return check !== null && check.finishedAt === null
}

/** Progress of a check in whole percents and in words. It may check more resumes than existed at its start. */
export function describeProgress({ total, checked }: NonNullable<StorageStatus['check']>) {
  const done = Math.min(checked, total)
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100)
  return { percent, words: `${formatCount(done)} of ${formatCount(total)} checked` }
}

/** When the latest check ended, or that one is running; the date is separate, because it is set in another font. */
export function describeCheck(check: StorageStatus['check']): { words: string; moment?: string; size?: string } {
  if (!check) return { words: 'No check has been made yet.' }
  if (!check.finishedAt) return { words: 'The check is running. It continues when you leave this page.' }
  return {
    words: 'The last check ended ',
    moment: formatDayAndTime(check.finishedAt),
    size: `: ${formatQuantity(check.checked, 'resume', 'resumes')}.`,
  }
}

/** Why a check makes no progress; undefined if it does. */
export function describeHindrance(check: StorageStatus['check']): string | undefined {
  if (!check?.lastError || check.finishedAt) return undefined
  return `The check is stuck: ${check.lastError}. The server tries again at least every 15 minutes. Check the server’s disk and its log.`
}
