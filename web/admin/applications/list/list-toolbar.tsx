import { SlidersHorizontal } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { Link } from 'wouter'
import { NO_JOB } from '../../../../contract/applications/application-terms.ts'
import { FIRST_STATUS } from '../../../../contract/applications/status-lists.ts'
import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { ADMIN_PAGE } from '../../../../contract/wire/admin-paths.ts'
import { MAXIMUM } from '../../../../contract/wire/limits.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { useMay } from '../../../session/use-may.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/form/field.tsx'
import { SearchField } from '../../../ui/form/search-field.tsx'
import { formatCount } from '../../../ui/text/format-count.ts'
import { ViewsButton } from '../../saved-views/views-button.tsx'
import { TagFilter } from '../../tags/tag-filter.tsx'
import type { ApplicationPage } from '../application-list-api.ts'
import { formatTitle, type JobTitles } from '../application-texts.ts'
import { AssigneeFilter } from '../assigning/assignee-filter.tsx'
import { FIRST_VIEW, type ListView, type Sort, sortOf, writeListView } from '../list-view.ts'
import { SORT_NAMES } from './list-sort.ts'

/** Titles by id are undefined while they load. */
type ListToolbarProps = {
  view: ListView
  /** The page that is shown; undefined while it loads. */
  page: ApplicationPage | undefined
  titles: JobTitles | undefined
  onChange: (change: Partial<ListView>) => void
}

const NO_FILTERS = { job: FIRST_VIEW.job, assigned: FIRST_VIEW.assigned, tags: FIRST_VIEW.tags }

/**
 * Filters and search, beside the tabs. Phones, which have no column heads, also sort here; a button shows filters and order,
 * and says how many filters are on.
 */
export function ListToolbar({ view, page, titles, onChange }: ListToolbarProps) {
  const search = useCallback((words: string) => onChange({ search: words }), [onChange])
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const filters = [view.job, view.assigned, view.tags].filter(Boolean).length
  const seesGeneral = useMay()(APPLICATIONS.read, null)
  const isJobMissing = Boolean(titles && Number(view.job) > 0 && !titles.has(Number(view.job)))
  return (
    <search className="list-tools" data-open={isOpen || undefined}>
      <ReviewLink page={page} view={view} />
      {view.tab === FIRST_STATUS && <OldestFirst view={view} onChange={onChange} />}
      <Button
        ref={opener}
        tone="secondary"
        className={`min-w-11 shrink-0 px-2! md:hidden ${filters > 0 ? 'border-accent! bg-accent-wash! text-accent!' : ''}`}
        aria-label={`Filter and sort${filters > 0 ? `, ${filters} on` : ''}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal aria-hidden="true" className="size-5" />
        {filters > 0 && <span className="font-mono text-sm">{filters}</span>}
      </Button>
      <SelectField
        label="Filter by Job"
        labelPlace="before"
        isStandalone
        className="job-filter md:max-[89.99rem]:[&>label]:sr-only"
        value={view.job}
        onChange={(event) => onChange({ job: event.target.value })}
      >
        <option value="">All Jobs</option>
        {(seesGeneral || view.job === NO_JOB) && <option value={NO_JOB}>General Applications</option>}
        {isJobMissing && <option value={view.job}>Unknown Position</option>}
        {[...(titles ?? [])].map(([id, title]) => (
          <option key={id} value={id}>
            {formatTitle(title)}
          </option>
        ))}
      </SelectField>
      <AssigneeFilter assigned={view.assigned} onChange={onChange} />
      <TagFilter tags={view.tags} onChange={onChange} />
      <SelectField
        label="Sort by"
        labelPlace="before"
        isStandalone
        className="md:hidden!"
        value={sortOf(view)}
        onChange={(event) => onChange({ sort: event.target.value as Sort })}
      >
        {Object.entries(SORT_NAMES).map(([sort, name]) => (
          <option key={sort} value={sort}>
            {name}
          </option>
        ))}
      </SelectField>
      {isOpen && filters > 0 && (
        <Button
          tone="quiet"
          className="clear-filters md:hidden!"
          onClick={() => {
            opener.current?.focus()
            onChange(NO_FILTERS)
          }}
        >
          Clear filters
        </Button>
      )}
      <ViewsButton view={view} />
      <SearchField
        label="Search"
        placeholder="Search"
        maxLength={MAXIMUM.jobLine}
        value={view.search}
        onSearch={search}
      />
    </search>
  )
}

/** The order for pending applications: the longest wait first. It leaves its room to the filters of a team: the head of the dates sorts too. */
function OldestFirst({ view, onChange }: Pick<ListToolbarProps, 'view' | 'onChange'>) {
  const isOn = view.sort === 'date'
  return (
    <Button
      tone="secondary"
      className="shrink-0 whitespace-nowrap max-md:hidden md:max-[110rem]:[:has(>.tag-filter)>&]:hidden md:max-[90rem]:[:has(>.assignee-filter)>&]:hidden"
      aria-pressed={isOn}
      onClick={() => onChange({ sort: isOn ? FIRST_VIEW.sort : 'date' })}
    >
      Oldest first
    </Button>
  )
}

/** What the link takes; the page is undefined while it loads. */
type ReviewLinkProps = { page: ApplicationPage | undefined; view: ListView }

const SIZE = 'min-w-27 shrink-0 whitespace-nowrap px-3! dense:min-w-24'

/** Opens the review page at the first row, with the number of applications in the list. */
function ReviewLink({ page, view }: ReviewLinkProps) {
  const first = page?.applications.find(({ gone }) => !gone)
  if (!page || !first) {
    return (
      <Button isUnavailable className={SIZE}>
        Review
      </Button>
    )
  }
  return (
    <Link href={pathTo(ADMIN_PAGE.review, first.id) + writeListView(view)} className={buttonClass('primary', SIZE)}>
      Review {formatCount(page.total)}
      {page.hasMore && '+'}
    </Link>
  )
}
