import { useQuery } from '@tanstack/react-query'
import type { ResponseTime } from '../../contract/promise/promised-time.ts'
import { API } from '../../contract/wire/paths.ts'
import { usePageData } from './page-data-context.ts'

/** What applicants are promised: from the page at first, and read again where the page is open for long. */
export function useResponseTime(): ResponseTime {
  const { promise } = usePageData()
  return useQuery<ResponseTime>({ queryKey: [API.promise], initialData: promise }).data
}
