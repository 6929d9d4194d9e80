import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import type { ApplyPageData } from '../../../../contract/applications/apply-page.ts'
import { PAGE, pathTo } from '../../../../contract/wire/paths.ts'
import { BackToJobs } from '../../../layout/back-to-jobs.tsx'
import { servedPage } from '../../../layout/served-page.tsx'
import { FurtherFactsLine, JobFactsLine } from '../../../posting/job-fact-lines.tsx'
import { formatJobId } from '../../../posting/job-id.ts'
import { JOB_NOT_FOUND, JobNotFound } from '../../not-found/not-found-page.tsx'
import { Faults } from './form-faults.tsx'
import { FormWithoutScript } from './form-without-script.tsx'

/**
 * The application form on a page of its own, for browsers without JavaScript
 * (`docs/decisions/0072-form-without-javascript.md`). Search engines list the posting itself.
 */
export const page = servedPage<ApplyPageData>({ path: PAGE.apply, title: titleOf, Body: Apply })

function Apply({ served: data }: { served: ApplyPageData | null }) {
  if (!data) return <NoForm />
  const { job, ...form } = data
  if (form.kept === 'none') return <NotRead faults={form.faults} />
  return (
    <div className="wrap grid grid-cols-1 gap-8 pt-6 md:pt-10 lg:grid-cols-12 lg:gap-6">
      <div className="lg:col-span-5">
        <Link href={job ? pathTo(PAGE.job, job.id) : PAGE.landing} className="inline-flex min-h-11 items-center gap-2">
          <ArrowLeft aria-hidden="true" className="size-4" />
          {job ? 'Back to Job' : 'Back to Jobs'}
        </Link>
        {job && <p className="mt-4 font-mono text-ink-muted text-sm">{formatJobId(job.id)}</p>}
        <h1 className="mt-2 text-3xl text-balance wrap-anywhere">
          {job ? (
            <>
              Apply for <bdi>{job.title}</bdi>
            </>
          ) : (
            headingOf(null)
          )}
        </h1>
        {job ? (
          <>
            <JobFactsLine job={job} pay={job.pay} />
            <FurtherFactsLine job={job} />
          </>
        ) : (
          <p className="measure mt-4">
            Send your resume, and use the note to tell us what you are good at and where you want to go.
          </p>
        )}
      </div>
      <div className="rounded-md border border-line bg-panel p-5 md:p-8 lg:col-span-7">
        <FormWithoutScript jobId={job?.id ?? null} questions={job?.askedQuestions ?? []} {...form} />
      </div>
    </div>
  )
}

/** A form that was refused unread: a form that is sent anew would not have what was typed. */
function NotRead({ faults }: Pick<ApplyPageData, 'faults'>) {
  return (
    <div className="wrap grid gap-6 pt-6 md:pt-10">
      <BackToJobs />
      <h1 className="text-3xl">Not sent</h1>
      <Faults faults={faults} kept="none" />
    </div>
  )
}

function NoForm() {
  return (
    <>
      <JobNotFound />
      <p className="wrap mt-6">
        You can still <Link href={PAGE.apply}>apply without a posting</Link>.
      </p>
    </>
  )
}

function headingOf(job: ApplyPageData['job']): string {
  return job ? `Apply for ${job.title}` : 'Apply without a posting'
}

function titleOf(data: ApplyPageData | null): string {
  if (!data) return JOB_NOT_FOUND
  return data.faults.length > 0 ? `Not sent: ${headingOf(data.job)}` : headingOf(data.job)
}
