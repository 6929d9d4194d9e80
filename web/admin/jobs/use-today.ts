import { usePageData } from '../../layout/page-data-context.ts'

/** The date where the company is, such as `2026-09-30`, when the part was rendered. */
export function useToday(): string {
  const { timeZone } = usePageData().company
  // Sweden writes a date as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date())
}
