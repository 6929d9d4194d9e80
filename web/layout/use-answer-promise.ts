import { useQuery } from '@tanstack/react-query'
import { API } from '../../contract/paths.ts'
import type { AnswerPromise } from '../../contract/promise.ts'
import { usePageData } from './page-data-context.ts'

/** What applicants are promised: from the page at first, and read again where the page is open for long. */
export function useAnswerPromise(): AnswerPromise {
  const { promise } = usePageData()
  return useQuery<AnswerPromise>({ queryKey: [API.promise], initialData: promise }).data
}
