import { type MouseEvent, memo, type ReactNode } from 'react'
import type { ExcerptSource, FoundPerson, FoundPosting } from '../../../contract/search/search-results.ts'
import { useToday } from '../../layout/use-today.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatShortDay } from '../../ui/text/date-formats.ts'
import { formatCount } from '../../ui/text/format-count.ts'
import { MarkedText } from '../applications/marked-text.tsx'
import { StatusBadge } from '../applications/status-badge.tsx'
import { jobBadgeOf } from '../jobs/job-state.ts'
import type { Found } from './search-api.ts'
import { personId, postingId, type SearchOption, WHOLE_LIST } from './search-options.ts'

const SOURCE_NAMES: Record<ExcerptSource, string> = {
  phone: 'Phone',
  note: 'Note',
  link: 'Link',
  answer: 'Answer',
  feedback: 'Feedback',
  resume: 'Resume',
}

type SearchResultListProps = {
  id: string
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown }
  /** Undefined before the first response, and without words. */
  found: Found | undefined
  options: SearchOption[]
  /** Id of the option that Enter opens. */
  chosen: string | undefined
  onChoose: (id: string) => void
  onOpen: (href: string) => void
}

/** What a search has found, people before postings; memoized, so that a letter draws the field alone. */
export const SearchResultList = memo(function SearchResultList(props: SearchResultListProps) {
  const { id, query, found, options, chosen, onChoose, onOpen } = props
  const option = (optionId: string) => ({
    ...(options.find((one) => one.id === optionId) as SearchOption),
    isChosen: optionId === chosen,
    onChoose,
    onOpen,
  })
  return (
    <div className="search-results">
      <p role="status" className="search-note">
        {noteOf(query, found)}
      </p>
      {query.isError && !query.isFetching && (
        <p className="px-4 pb-4">
          <Button tone="secondary" onClick={() => query.refetch()}>
            Try again
          </Button>
        </p>
      )}
      <div id={id} role="listbox" aria-label="Found">
        {found && found.people.length > 0 && (
          <Group name="People" count={`${formatCount(found.peopleTotal)}${found.arePeopleExact ? '' : '+'}`}>
            {found.people.map((person) => (
              <Person key={person.id} person={person} {...option(personId(person.id))} />
            ))}
          </Group>
        )}
        {found && found.postings.length > 0 && (
          <Group name="Postings" count={formatCount(found.postingsTotal)}>
            {found.postings.map((posting) => (
              <Posting key={posting.id} posting={posting} {...option(postingId(posting.id))} />
            ))}
          </Group>
        )}
        {found && found.people.length > 0 && (
          <Option {...option(WHOLE_LIST)}>
            <span className="text-accent">Show all in the list</span>
          </Option>
        )}
      </div>
    </div>
  )
})

/** What the search has to say beside its results. */
function noteOf({ isError, isFetching }: SearchResultListProps['query'], found: Found | undefined): string {
  if (isError && !isFetching) return 'The search could not be made. Check your connection.'
  if (!found) return isFetching ? 'Searching...' : 'People and postings in every status, also archived.'
  if (found.people.length + found.postings.length === 0) return `Nothing found for “${found.words}”.`
  return ''
}

function Group({ name, count, children }: { name: string; count: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox has groups of options, not sets of fields.
    <div role="group" aria-label={name} className="search-group">
      <p aria-hidden="true">
        {name} <span className="font-mono">{count}</span>
      </p>
      {children}
    </div>
  )
}

type OptionProps = SearchOption & {
  isChosen: boolean
  onChoose: (id: string) => void
  onOpen: (href: string) => void
}

/** A link, so that it can be opened in a new tab too; the field keeps the focus. */
function Option({ id, href, isChosen, onChoose, onOpen, children }: OptionProps & { children: ReactNode }) {
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(href)
  }
  return (
    <a
      id={id}
      href={href}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      className="search-option"
      onClick={onClick}
      onMouseMove={isChosen ? undefined : () => onChoose(id)}
    >
      {children}
    </a>
  )
}

function Person({ person, ...option }: OptionProps & { person: FoundPerson }) {
  const { name, email, position, hasJob, status, archived, withdrawnAt, createdAt, excerpts } = person
  return (
    <Option {...option}>
      <span className="search-title">
        <bdi>
          <MarkedText text={name} />
        </bdi>
      </span>
      <span className="search-state">
        {archived && <Badge tone="grey">archived</Badge>}
        <StatusBadge status={status} />
      </span>
      <span className="search-facts">
        <bdi>{position ? <MarkedText text={position} /> : hasJob ? 'Unknown Position' : 'General Application'}</bdi>
        {' · '}
        <bdi>
          <MarkedText text={email} />
        </bdi>
        {' · '}
        {withdrawnAt ? `withdrawn ${formatShortDay(withdrawnAt)}` : formatShortDay(createdAt)}
      </span>
      {excerpts.map((excerpt) => (
        <span key={excerpt.source + excerpt.text} className="search-excerpt">
          <span>{SOURCE_NAMES[excerpt.source]}</span>{' '}
          <bdi>
            <MarkedText text={excerpt} />
          </bdi>
        </span>
      ))}
    </Option>
  )
}

function Posting({ posting, ...option }: OptionProps & { posting: FoundPosting }) {
  const { title, facts } = posting
  const { word, tone } = jobBadgeOf(posting, useToday())
  return (
    <Option {...option}>
      <span className="search-title">
        <bdi>
          <MarkedText text={title} />
        </bdi>
      </span>
      <span className="search-state">
        <Badge tone={tone}>{word}</Badge>
      </span>
      <span className="search-facts">
        <MarkedText text={facts} />
      </span>
    </Option>
  )
}
