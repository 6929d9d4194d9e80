import { Link } from 'wouter'
import type { Insights } from '../../../contract/applications/insights.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import { usePageData } from '../../layout/page-data-context.ts'
import { ChartCard } from '../../ui/chart/chart-card.tsx'
import { formatDay } from '../../ui/text/date-formats.ts'
import { type JobTitles, jobPositionOf } from '../applications/application-texts.ts'
import { FIRST_VIEW, writeListView } from '../applications/list-view.ts'
import { openedFrom } from '../applications/review/use-review-address.ts'
import { quantity } from './insight-texts.ts'
import { readWaitingTime } from './waiting-time.ts'

/** `readAt` is when the figures were read, in milliseconds. */
type WaitingTableProps = { insights: Insights; titles: JobTitles; readAt: number }

/** The pending applications that have waited longest, each with a link to it. */
export function WaitingTable({ insights: { waiting }, titles, readAt }: WaitingTableProps) {
  const { timeZone } = usePageData().company
  const rows = waiting.oldest.map((application) => ({
    ...application,
    job: jobPositionOf(application, titles),
    ...readWaitingTime(application, { readAt, timeZone }),
  }))
  return (
    <ChartCard
      title="Oldest waiting"
      note="Pending, whenever received. Amber: the promised day has passed."
      isTable
      className="lg:col-span-2"
      data={{
        columns: ['Application', 'Name', 'Job', 'Received', 'Days'],
        rows: rows.map(({ id, name, job, createdAt, days }) => [
          formatReference('APP', id),
          name,
          job,
          createdAt,
          days,
        ]),
      }}
      fileName="oldest-waiting"
    >
      {rows.length === 0 ? <p className="text-sm">No application is waiting.</p> : <Rows rows={rows} />}
    </ChartCard>
  )
}

type WaitingRow = { id: number; name: string; job: string; createdAt: string; days: number; isLate: boolean }

function Rows({ rows }: { rows: WaitingRow[] }) {
  return (
    <table className="w-full text-left text-sm tabular-nums">
      <thead className="text-ink-muted">
        <tr>
          <th scope="col" className="pb-1 font-semibold">
            Name
          </th>
          <th scope="col" className="pb-1 pl-4 font-semibold max-md:hidden">
            Job
          </th>
          <th scope="col" className="pb-1 pl-4 font-semibold max-sm:hidden">
            Received
          </th>
          <th scope="col" className="pb-1 pl-4 text-right font-semibold">
            Waiting
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, job, createdAt, days, isLate }) => (
          <tr key={id} className="border-line border-t align-top">
            <th scope="row" className="wrap-anywhere font-normal md:w-1/3 lg:w-1/4">
              <Link
                href={addressOf(id)}
                state={openedFrom(ADMIN_PAGE.insights + window.location.search)}
                className="inline-block py-2.75 font-semibold md:py-2"
              >
                {name}
              </Link>
              <span className="-mt-2 block pb-2 text-ink-muted md:hidden">{job}</span>
            </th>
            <td className="wrap-anywhere py-2 pl-4 text-ink-muted max-md:hidden">
              <span title={job} className="line-clamp-2">
                {job}
              </span>
            </td>
            <td className="whitespace-nowrap py-2.75 pl-4 md:py-2 max-sm:hidden">{formatDay(createdAt)}</td>
            <td
              className={`whitespace-nowrap py-2.75 pl-4 md:py-2 text-right font-mono ${isLate ? 'font-semibold text-signal-amber' : ''}`}
            >
              {quantity(days, 'day')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The review page of an application, whose queue goes on with the next one that has waited longest. */
function addressOf(id: number): string {
  return pathTo(ADMIN_PAGE.review, id) + writeListView({ ...FIRST_VIEW, sort: 'date' })
}
