import { useQuery } from '@tanstack/react-query'
import type { AnswerPromise } from '../../contract/messages/promise.ts'
import { API } from '../../contract/wire/paths.ts'
import { usePageData } from './page-data-context.ts'

/** What applicants are promised: from the page at first, and read again where the page is open for long. */
export function useAnswerPromise(): AnswerPromise {
  const { promise } = usePageData()
  return useQuery<AnswerPromise>({ queryKey: [API.promise], initialData: promise }).data
}
