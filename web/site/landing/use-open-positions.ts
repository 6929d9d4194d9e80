import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { PublicJob } from '../../../contract/jobs/job.ts'
import { type JobFilter, readJobFilter, writeJobFilter } from '../../../contract/jobs/search/job-filter.ts'
import type { JobListPage, RefusedSearch, ServedJobList } from '../../../contract/jobs/search/job-list.ts'
import { PAGE } from '../../../contract/wire/paths.ts'
import { usePageData } from '../../layout/page-data-context.ts'
import { KEEPS_SCROLL } from '../../layout/page-shell.tsx'
import { activeJobsQuery } from '../../posting/job-api.ts'

type SearchCode = typeof import('../../../contract/jobs/search/job-search.ts')

/** The list of open positions as the page shows it. */
export type OpenPositions = {
  /** Undefined until there is something to show. */
  page: JobListPage | undefined
  filter: JobFilter
  /** Why the server has not searched; undefined where it has. The browser can still search itself. */
  refusal: string | undefined
  /** The request of all postings; its result is null while they are those of the page. */
  all: UseQueryResult<PublicJob[] | null>
  /** Changes the filter in the address. @param isTyping replaces the entry of the history instead of adding one */
  choose: (changes: Partial<JobFilter>, isTyping?: boolean) => void
  /** Loads the code that filters, before it is needed. */
  prepare: () => void
}

/**
 * Reads the filter from the address. The rows are the server's until a filter is used or the postings have changed; then the
 * browser makes them from all postings, with code that it loads for that.
 */
export function useOpenPositions(): OpenPositions {
  const filter = useFilter()
  const [, navigate] = useLocation()
  const { company, responses } = usePageData()
  const given = responses[PAGE.landing] as ServedJobList | RefusedSearch | undefined
  const refusal = given && 'refusal' in given ? given.refusal : undefined
  const served = given && 'refusal' in given ? undefined : given
  const [isPrepared, setPrepared] = useState(false)
  const isSearched = isPrepared || served?.query !== writeJobFilter(filter)
  const all = useQuery(activeJobsQuery(isSearched ? undefined : served?.tag))
  const { data: jobs, refetch } = all
  useEffect(() => {
    if (isSearched && jobs === null) refetch()
  }, [isSearched, jobs, refetch])
  const code = useSearchCode(isSearched || Boolean(jobs))
  const prepared = useMemo(() => jobs && code?.prepareJobs(jobs, company.address), [jobs, code, company])
  const matches = useMemo(() => prepared && code?.searchJobs(prepared, filter), [prepared, code, filter])
  return {
    page: useLatest(matches ?? (served?.query === writeJobFilter(filter) ? served : undefined)),
    filter,
    refusal,
    all,
    choose: (changes, isTyping = false) => {
      // Not from the last render: a choice may come within the pause of typing.
      const query = writeJobFilter({ ...readJobFilter(location.search), page: 1, ...changes })
      navigate(query ? `${PAGE.landing}?${query}` : PAGE.landing, { replace: isTyping, state: KEEPS_SCROLL })
    },
    prepare: () => setPrepared(true),
  }
}

function useFilter(): JobFilter {
  const search = useSearch()
  return useMemo(() => readJobFilter(search), [search])
}

/** Loads the code of the search once it is needed. Where it cannot be loaded the server filters, at the same address. */
function useSearchCode(isNeeded: boolean): SearchCode | undefined {
  const [code, setCode] = useState<SearchCode>()
  useEffect(() => {
    if (!isNeeded || code) return
    import('../../../contract/jobs/search/job-search.ts').then(setCode, () => location.reload())
  }, [isNeeded, code])
  return code
}

/** A value, or the last one that was there while there is none. */
function useLatest<Value>(value: Value | undefined): Value | undefined {
  const [latest, setLatest] = useState(value)
  if (value !== undefined && value !== latest) setLatest(value)
  return value ?? latest
}
