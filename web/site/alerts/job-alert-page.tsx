import { describeFacets } from '../../../contract/jobs/search/describe-facets.ts'
import type { JobAlertPageData } from '../../../contract/jobs/search/job-alert.ts'
import { ALERT_LIFE } from '../../../contract/wire/limits.ts'
import { ALERT_PARAMETER, ANCHOR, PAGE } from '../../../contract/wire/paths.ts'
import { servedPage } from '../../layout/served-page.tsx'
import { Button } from '../../ui/button.tsx'
import { formatCalendarDay } from '../../ui/text/date-formats.ts'
import { AlertNotice, SeePositions } from './alert-notice.tsx'

/** The job alert of a link: to be confirmed, or to be renewed. The title names no person. */
export const page = servedPage<JobAlertPageData>({ path: PAGE.jobAlert, title: titleOf, Body: JobAlert })

function JobAlert({ title, served: data }: { title: string; served: JobAlertPageData | null }) {
  if (!data) return <Ended title={title} />
  return (
    <AlertNotice title={title}>
      {data.isConfirmed ? (
        <p className="measure">
          We write to you when a new position fits, at most once a day. Your job alert ends on{' '}
          <time dateTime={data.endsOn} className="whitespace-nowrap">
            {formatCalendarDay(data.endsOn)}
          </time>{' '}
          unless you renew it.
        </p>
      ) : (
        <p className="measure">
          Confirm, and we write to you when a new position fits, at most once a day, for {ALERT_LIFE.months} months. It
          replaces a job alert that this address already has.
        </p>
      )}
      <Facets {...data} />
      <form
        method="post"
        action={`${PAGE.jobAlert}?${ALERT_PARAMETER}=${data.token}#${ANCHOR.result}`}
        aria-label="Job alert"
      >
        <Button type="submit" tone={data.isConfirmed ? 'secondary' : 'primary'}>
          {data.isConfirmed ? `Renew for ${ALERT_LIFE.months} months from today` : 'Confirm job alert'}
        </Button>
      </form>
      <p>
        <a href={`${PAGE.endJobAlert}?${ALERT_PARAMETER}=${data.token}`}>End this job alert</a>
      </p>
    </AlertNotice>
  )
}

function Facets({ facets }: JobAlertPageData) {
  const described = describeFacets(facets)
  if (described.length === 0) return <p>You hear of every new position.</p>
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-line border-l-4 py-1 pl-4">
      {described.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-muted">{name}</dt>
          <dd className="m-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Ended({ title }: { title: string }) {
  return (
    <AlertNotice title={title}>
      <p className="measure">
        Its job alert has ended, or the link was too old. You can <a href={PAGE.jobAlerts}>set up a new one</a>.
      </p>
      <SeePositions />
    </AlertNotice>
  )
}

function titleOf(data: JobAlertPageData | null): string {
  if (!data) return 'This link is not valid any more'
  return data.isConfirmed ? 'Your job alert is on' : 'Confirm your job alert'
}
