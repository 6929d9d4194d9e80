import type { JobAlertsPageData } from '../../../contract/jobs/search/job-alert.ts'
import { ALERT_LIFE } from '../../../contract/wire/limits.ts'
import { PAGE } from '../../../contract/wire/paths.ts'
import { BackToJobs } from '../../layout/back-to-jobs.tsx'
import { usePageData } from '../../layout/page-data-context.ts'
import { servedPage } from '../../layout/served-page.tsx'
import { JobAlertForm } from './job-alert-form.tsx'

const TITLE = 'New positions by email'
const NOT_OFFERED = 'No job alerts'

/** The form for a job alert (`docs/decisions/0082-job-alerts.md`); it needs no JavaScript. Without a mail server there is none. */
export const page = servedPage<JobAlertsPageData>({
  path: PAGE.jobAlerts,
  title: (data) => {
    if (!data) return NOT_OFFERED
    return data.faults.length > 0 ? `Not sent: ${TITLE}` : TITLE
  },
  head: ({ company }) => ({
    description: `Get an email when ${company.name} has a new position that fits, at most once a day.`,
    isIndexed: true,
  }),
  Body: SignUp,
})

function SignUp({ served: data }: { served: JobAlertsPageData | null }) {
  return (
    <div className="wrap grid gap-8 pt-6 md:pt-10 lg:grid-cols-12 lg:gap-6">
      <div className="lg:col-span-5">
        <BackToJobs />
        <h1 className="mt-4 text-3xl text-balance">{data ? TITLE : NOT_OFFERED}</h1>
        {data ? <Explanation /> : <NotOffered />}
      </div>
      {data && (
        <div className="rounded-md border border-line bg-panel p-5 md:p-8 lg:col-span-7">
          <JobAlertForm {...data} />
        </div>
      )}
    </div>
  )
}

function Explanation() {
  const { company } = usePageData()
  return (
    <div className="prose measure mt-4">
      <p>
        Leave your email address, and say what interests you. When {company.name} opens a position that fits, we write
        to you: at most one email a day, in the morning.
      </p>
      <ul>
        <li>We first ask you by email to confirm, so that nobody else can subscribe you.</li>
        <li>Each email has a link that ends your job alert at once and deletes your address.</li>
        <li>Job alerts end by themselves after {ALERT_LIFE.months} months, unless you renew them.</li>
        <li>Your address is used for this and for nothing else.</li>
      </ul>
    </div>
  )
}

function NotOffered() {
  const { company } = usePageData()
  return (
    <p className="measure mt-4">
      This site sends no emails, so there are no job alerts. Please check back, or write to{' '}
      <a href={`mailto:${company.email}`}>{company.email}</a>.
    </p>
  )
}
