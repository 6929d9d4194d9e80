import { useCallback } from 'react'
import { NO_JOB } from '../../../../contract/application-list.ts'
import { MAXIMUM } from '../../../../contract/limits.ts'
import { SelectField } from '../../../ui/form/field.tsx'
import { SearchField } from '../../../ui/form/search-field.tsx'
import { SORT_NAMES } from './list-sort.ts'
import type { ListView, Sort } from './list-view.ts'

/** Titles by id are undefined while they load. */
export type ListToolbarProps = {
  view: ListView
  titles: ReadonlyMap<number, string> | undefined
  onChange: (change: Partial<ListView>) => void
}

/** Filter and search; narrow screens, which have no column heads, also sort here. */
export function ListToolbar({ view, titles, onChange }: ListToolbarProps) {
  const search = useCallback((words: string) => onChange({ search: words }), [onChange])
  const isJobMissing = Boolean(titles && Number(view.job) > 0 && !titles.has(Number(view.job)))
  return (
    <search className="grid gap-x-3 gap-y-4 p-4 min-[22rem]:grid-cols-2 min-[22rem]:max-md:*:last:col-span-2 md:flex md:gap-4 md:px-5 md:*:w-72">
      <SelectField
        label="Filter by Job"
        isStandalone
        value={view.job}
        onChange={(event) => onChange({ job: event.target.value })}
      >
        <option value="">All Jobs</option>
        <option value={NO_JOB}>General Applications</option>
        {isJobMissing && <option value={view.job}>Unknown Position</option>}
        {[...(titles ?? [])].map(([id, title]) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Sort by"
        isStandalone
        className="md:hidden"
        value={view.sort}
        onChange={(event) => onChange({ sort: event.target.value as Sort })}
      >
        {Object.entries(SORT_NAMES).map(([sort, name]) => (
          <option key={sort} value={sort}>
            {name}
          </option>
        ))}
      </SelectField>
      <SearchField
        label="Search"
        placeholder="Name, email or note"
        maxLength={MAXIMUM.jobLine}
        value={view.search}
        onSearch={search}
      />
    </search>
  )
}
