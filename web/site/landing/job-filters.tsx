import { useEffect, useRef } from 'react'
import { JOB_FACETS, type JobFacet } from '../../../contract/jobs/search/job-filter.ts'
import type { JobListPage } from '../../../contract/jobs/search/job-list.ts'
import { MAX_SEARCH_LENGTH } from '../../../contract/wire/limits.ts'
import { ANCHOR, PAGE } from '../../../contract/wire/paths.ts'
import { Button } from '../../ui/button.tsx'
import type { OpenPositions } from './use-open-positions.ts'

const PAUSE_MS = 250

const TEXTS: Record<JobFacet, { name: string; any: string }> = {
  department: { name: 'Department', any: 'Any department' },
  type: { name: 'Job type', any: 'Any type' },
  place: { name: 'Place', any: 'Any place' },
  pay: { name: 'Pay by the year', any: 'Any yearly pay' },
}

type JobFiltersProps = { list: OpenPositions; facets: NonNullable<JobListPage['facets']> }

/**
 * Text search and facets of the list. Without JavaScript it is a form that the server handles; with it, every choice shows at
 * once.
 */
export function JobFilters({ list, facets }: JobFiltersProps) {
  const { filter, choose, prepare } = list
  return (
    <search className="job-filters" onFocus={prepare} onPointerEnter={prepare}>
      <form
        action={`${PAGE.landing}#${ANCHOR.careers}`}
        className="contents"
        onSubmit={(event) => {
          event.preventDefault()
          choose({ q: String(new FormData(event.currentTarget).get('q')) })
        }}
      >
        <SearchWords list={list} />
        <Button type="submit" tone="secondary" className="job-search-button">
          Search
        </Button>
        {JOB_FACETS.filter((facet) => facets[facet]).map((facet) => (
          <select
            key={facet}
            name={facet}
            aria-label={TEXTS[facet].name}
            value={filter[facet]}
            onChange={(event) => choose({ [facet]: event.target.value })}
          >
            <option value="">{TEXTS[facet].any}</option>
            {facets[facet]?.map(({ value, label, count }) => (
              <option key={value} value={value}>
                {`${label} (${count})`}
              </option>
            ))}
          </select>
        ))}
      </form>
    </search>
  )
}

/** The text that is searched for; it applies after a pause in typing. */
function SearchWords({ list: { filter, choose } }: { list: OpenPositions }) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // Changed from elsewhere: by Back, or by the link that clears the filters.
    const isTyping = document.activeElement === input.current
    if (input.current && !isTyping) input.current.value = filter.q
  }, [filter.q])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <input
      ref={input}
      type="search"
      name="q"
      aria-label="Search positions"
      placeholder="Search titles and texts"
      maxLength={MAX_SEARCH_LENGTH}
      defaultValue={filter.q}
      onChange={(event) => {
        const q = event.target.value.trim()
        clearTimeout(timer.current)
        timer.current = setTimeout(() => choose({ q }, true), PAUSE_MS)
      }}
    />
  )
}
