import type { Insights } from '../../../contract/applications/insights.ts'
import { dayIn, daysPassed } from '../../../contract/promise/calendar-days.ts'

type Waiting = Pick<Insights['waiting']['oldest'][number], 'createdAt' | 'answerBy'>

/**
 * How many days an application has waited, 0 on the day of receipt, and whether its promised day is over: days of the
 * company's zone, as in every other list (`docs/decisions/0115`).
 * @param at.readAt when it was read, in milliseconds
 */
export function readWaitingTime(
  { createdAt, answerBy }: Waiting,
  { readAt, timeZone }: { readAt: number; timeZone: string },
): { days: number; isLate: boolean } {
  const today = dayIn(new Date(readAt), timeZone)
  return {
    days: daysPassed(dayIn(new Date(createdAt), timeZone), today),
    isLate: answerBy < today,
  }
}
