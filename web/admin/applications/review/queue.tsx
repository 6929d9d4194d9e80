import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { Application } from '../../../../contract/applications/application.ts'
import { MAXIMUM } from '../../../../contract/wire/limits.ts'
import { readStateOf } from '../../../api/retry-after-failure.ts'
import { KEEPS_SCROLL } from '../../../layout/page-shell.tsx'
import { Button } from '../../../ui/button.tsx'
import { SearchField } from '../../../ui/form/search-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { formatDay } from '../../../ui/text/date-formats.ts'
import { MarkTag, marksOf } from '../../questions/answer-mark.tsx'
import { formatDaysAloud, formatShortDays, type JobTitles, positionOf } from '../application-texts.ts'
import { Position } from '../position.tsx'
import { useAnswerClock } from '../use-answer-clock.ts'
import type { ReviewQueue } from './use-review-queue.ts'

type QueueProps = {
  queue: ReviewQueue
  /** Id of the shown application. */
  shown: number
  titles: JobTitles | undefined
  /** Whether that does not exist: the page says so instead. */
  isMissing: boolean
  search: string
  onSearch: (search: string) => void
  addressOf: (id: number) => string
  leaving: ReadonlySet<number>
  /** Applications that need attention, with the reason in a few words. */
  marks: ReadonlyMap<number, string>
}

/** The applications of the list, to move to any of them. */
export function Queue({ queue, shown, isMissing, titles, search, onSearch, addressOf, leaving, marks }: QueueProps) {
  const list = useRef<HTMLOListElement>(null)
  const { applications, query } = queue
  // biome-ignore lint/correctness/useExhaustiveDependencies: another shown application is scrolled to.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [shown, applications.length])
  return (
    <nav aria-label="Queue" className="review-queue">
      <div className="review-bar">
        <SearchField
          label="Search"
          placeholder="Search"
          maxLength={MAXIMUM.jobLine}
          value={search}
          onSearch={onSearch}
        />
      </div>
      <div className="review-scroll" onScroll={({ currentTarget }) => isNearEnd(currentTarget) && queue.readMore()}>
        {readStateOf(query) === 'loading' && <Skeleton className="m-3 h-40" />}
        {readStateOf(query) === 'failed' && (
          <p role="alert" className="grid justify-items-start gap-2 p-3 text-sm">
            The list could not be loaded.
            <Button tone="secondary" isBusy={query.isFetching} onClick={() => query.refetch()}>
              Try again
            </Button>
          </p>
        )}
        {query.data && applications.length === 0 && !isMissing && (
          <p role="status" className="p-3 text-ink-muted text-sm">
            {search === '' ? 'All done: no application is left in this list.' : `Nothing found for “${search}”.`}
          </p>
        )}
        <ol ref={list} aria-label="Applications" className="list-none p-0">
          {applications.map((application) => (
            <li key={application.id} className="queue-row" data-leaving={leaving.has(application.id) || undefined}>
              <Link
                href={addressOf(application.id)}
                replace
                state={KEEPS_SCROLL}
                aria-current={application.id === shown ? 'true' : undefined}
                data-queue-id={application.id}
              >
                <span className="queue-name" dir="auto">
                  {application.name}
                </span>
                <Waiting application={application} />
                <span className="queue-second">
                  <span className="queue-position">
                    {titles && <Position position={positionOf(application, titles)} />}
                  </span>
                  {marksOf(application).map((mark) => (
                    <MarkTag key={mark} mark={mark} />
                  ))}
                </span>
                {marks.has(application.id) && (
                  <span className="col-span-2 text-signal-red">{marks.get(application.id)}</span>
                )}
              </Link>
            </li>
          ))}
        </ol>
        {query.isFetchingNextPage && <Skeleton className="m-3 h-10" />}
      </div>
    </nav>
  )
}

/** Days that an applicant waits for an answer; for the others the day on which the application came. */
function Waiting({ application }: { application: Application }) {
  const clock = useAnswerClock(application)
  if (!clock) return <span className="queue-days">{formatDay(application.createdAt)}</span>
  return (
    <span className={`queue-days ${clock.isPassed ? 'text-signal-amber' : ''}`}>
      <span aria-hidden="true">{formatShortDays(clock.day)}</span>
      <span className="sr-only">waiting {formatDaysAloud(clock.day)}</span>
    </span>
  )
}

const NEAR_END_PX = 600

function isNearEnd({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean {
  return scrollTop + clientHeight + NEAR_END_PX > scrollHeight
}
