import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import type { Interview } from '../../../contract/interviews/interview.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { Loaded, StaleNotice } from '../../layout/loaded.tsx'
import { KEEPS_SCROLL } from '../../layout/page-shell.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useKeys } from '../../ui/keys/use-keys.ts'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { formatDay, formatShortWeekdayAndDay, formatWeekdayAndDay } from '../../ui/text/date-formats.ts'
import { formatHours } from '../../ui/text/hours.ts'
import { useUndo } from '../applications/changes/undo.ts'
import { AdminPage, adminPage } from '../frame/admin-page.tsx'
import { CalendarFeed } from '../interviews/calendar-feed.tsx'
import { InterviewList } from '../interviews/interview-list.tsx'
import { agendaQuery } from '../interviews/interviews-api.ts'
import { OffersOverview } from '../interviews/offer-lines.tsx'
import { offersOverviewQuery } from '../interviews/offers-api.ts'
import { daysOf, readWeek, timeAfter, type Week, weekAfter, weekOf, writeWeek } from '../interviews/week-view.ts'

/** The agenda of interviews. */
export const page = adminPage(Body)

function Body({ title }: { title: string }) {
  const { undoLast } = useUndo()
  useKeys({ z: { label: 'Undo the last change', run: undoLast } })
  return (
    <AdminPage title={title} note="Times are those of your own clock.">
      <AgendaOfWeek />
    </AdminPage>
  )
}

function AgendaOfWeek() {
  const { token } = useAuth()
  const week = readWeek(useSearch(), new Date())
  const query = useQuery(agendaQuery(token, week))
  const offers = useQuery(offersOverviewQuery(token))
  // Of every week: it stays while another one is read.
  const [overdue, setOverdue] = useState<Interview[]>()
  if (query.data && query.data.overdue !== overdue) setOverdue(query.data.overdue)
  // What stands over the week comes with it, so that it moves nothing.
  if (offers.isPending || (query.isPending && !overdue)) return <TableSkeleton words="Loading interviews..." />
  return (
    <div className="grid grid-cols-1 gap-6">
      {overdue && <Overdue interviews={overdue} />}
      {offers.data && <OffersOverview {...offers.data} />}
      <section aria-labelledby="week-title" className="grid grid-cols-1 gap-3">
        <WeekSteps week={week} />
        <StaleNotice queries={[query]} />
        <Loaded
          query={query}
          loading={<TableSkeleton words="Loading interviews..." />}
          failure="Interviews could not be loaded."
        >
          {({ interviews }) => <Days week={week} interviews={interviews} />}
        </Loaded>
      </section>
      <CalendarFeed />
    </div>
  )
}

/** What is over and has no feedback yet, before everything else. */
function Overdue({ interviews }: { interviews: Interview[] }) {
  if (interviews.length === 0) return null
  return (
    <section aria-labelledby="overdue-title" className="rounded-md border border-signal-amber px-4 pt-4 pb-2">
      <h2 id="overdue-title" className="text-lg">
        Waiting for feedback
      </h2>
      <ul className="mt-2 grid list-none p-0">
        {interviews.map((interview) => (
          <li
            key={interview.id}
            className="flex flex-wrap items-center justify-between gap-x-4 border-line border-t py-1 text-sm"
          >
            <span>
              <span className="wrap-anywhere mr-3 font-semibold">
                <bdi>{interview.applicantName}</bdi>
              </span>
              {interview.jobTitle && (
                <span className="wrap-anywhere mr-3">
                  <bdi>{interview.jobTitle}</bdi>
                </span>
              )}
              <span className="text-ink-muted tabular-nums">
                {formatDay(interview.startsAt)}, {formatHours(interview)}
              </span>
            </span>
            <Link href={pathTo(ADMIN_PAGE.review, interview.applicationId)} className={buttonClass('quiet')}>
              Write feedback<span className="sr-only"> about {interview.applicantName}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function WeekSteps({ week }: { week: Week }) {
  const [path] = useLocation()
  const now = new Date()
  const days = daysOf(week)
  const to = (other: Week) => path + writeWeek(other, now)
  const step = buttonClass('secondary')
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 id="week-title" className="text-lg" aria-live="polite">
        {formatDay(week.begin.toISOString())} to {formatDay((days[6] ?? week.begin).toISOString())}
      </h2>
      <nav aria-label="Weeks" className="flex gap-2">
        <Link href={to(weekAfter(week, -1))} state={KEEPS_SCROLL} className={step} aria-label="Previous week">
          <ChevronLeft aria-hidden="true" className="size-4" />
        </Link>
        <Link href={to(weekOf(now))} state={KEEPS_SCROLL} className={step}>
          This week
        </Link>
        <Link href={to(weekAfter(week, 1))} state={KEEPS_SCROLL} className={step} aria-label="Next week">
          <ChevronRight aria-hidden="true" className="size-4" />
        </Link>
      </nav>
    </div>
  )
}

/** The week, a day in each column; on a narrow screen the days that have interviews. */
function Days({ week, interviews }: { week: Week; interviews: Interview[] }) {
  if (interviews.length === 0)
    return (
      <div className="rounded-md border border-line bg-panel p-4">
        <p>No interviews in this week. Plan one on the review page of an application.</p>
        <NextInterview week={week} />
      </div>
    )
  const today = new Date().toDateString()
  return (
    <div className="agenda">
      {daysOf(week).map((day) => {
        const name = day.toDateString()
        const ofDay = interviews.filter(({ startsAt }) => new Date(startsAt).toDateString() === name)
        return (
          <section
            key={name}
            aria-label={formatWeekdayAndDay(day)}
            data-today={name === today || undefined}
            data-empty={ofDay.length === 0 || undefined}
            className="agenda-day"
          >
            <h3>
              <span className="lg:hidden">{formatWeekdayAndDay(day)}</span>
              <span className="max-lg:hidden">{formatShortWeekdayAndDay(day)}</span>
              {name === today && <span className="ml-2 font-normal">Today</span>}
            </h3>
            {ofDay.length > 0 && <InterviewList interviews={ofDay} isAgenda />}
          </section>
        )
      })}
    </div>
  )
}

/** Leads to the week of the first interview after an empty week. */
function NextInterview({ week }: { week: Week }) {
  const { token } = useAuth()
  const [path] = useLocation()
  const { data } = useQuery({ ...agendaQuery(token, timeAfter(week)), refetchInterval: false })
  const next = data?.interviews[0]
  if (!next) return null
  const begins = new Date(next.startsAt)
  return (
    <p className="mt-2">
      Next:{' '}
      <Link href={path + writeWeek(weekOf(begins), new Date())} state={KEEPS_SCROLL} className="wrap-anywhere">
        {formatDay(next.startsAt)}, {next.applicantName}
      </Link>
    </p>
  )
}
