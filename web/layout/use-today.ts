import { dayIn } from '../../contract/promise/calendar-days.ts'
import { usePageData } from './page-data-context.ts'

/** The date where the company is, such as `2026-09-30`, when the part was rendered. */
export function useToday(): string {
  const { timeZone } = usePageData().company
  return dayIn(new Date(), timeZone)
}
