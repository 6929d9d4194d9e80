import type { StorageStatus } from '../../../contract/storage.ts'
import { formatDayAndTime } from '../../ui/text/date-formats.ts'
import { formatCount } from '../../ui/text/format-count.ts'
import { inNumber } from './storage-formats.ts'

const CHECK_POLL_MS = 1_000
const COPIES_POLL_MS = 10_000

/** When the status is to be read again by itself, in milliseconds; `false` while nothing is under way. */
export function pollInterval(status: StorageStatus | undefined): number | false {
  if (isChecking(status?.check ?? null)) return CHECK_POLL_MS
  return status && status.copies.waiting > 0 ? COPIES_POLL_MS : false
}

/** Whether a check of all files is under way. */
export function isChecking(check: StorageStatus['check']): boolean {
  return check !== null && check.finishedAt === null
}

/** How far a check has come: whole percents, and in words. It may meet more resumes than there were at its start. */
export function describeProgress({ total, checked }: NonNullable<StorageStatus['check']>) {
  const done = Math.min(checked, total)
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100)
  return { percent, words: `${formatCount(done)} of ${formatCount(total)} checked` }
}

/** When the latest check ended, or that one is under way; the moment apart, since dates are set in another face. */
export function describeCheck(check: StorageStatus['check']): { words: string; moment?: string; size?: string } {
  if (!check) return { words: 'No check has been made yet.' }
  if (!check.finishedAt) return { words: 'The check is under way. It goes on when you leave this page.' }
  return {
    words: 'The last check ended ',
    moment: formatDayAndTime(check.finishedAt),
    size: `: ${inNumber(check.checked, 'resume', 'resumes')}.`,
  }
}

/** What keeps a check from going on; nothing where it does. */
export function describeHindrance(check: StorageStatus['check']): string | undefined {
  if (!check?.lastError || check.finishedAt) return undefined
  return `The check is stuck: ${check.lastError}. It is tried again by itself, every 15 minutes at least. Look at the disk of the server and at its log.`
}
