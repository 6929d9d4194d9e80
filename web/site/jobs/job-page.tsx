import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ClosedJobData } from '../../../contract/jobs/closed-job.ts'
import type { PublicJob } from '../../../contract/jobs/job.ts'
import { previewOf } from '../../../contract/jobs/job-preview.ts'
import type { PageData } from '../../../contract/site/page-data.ts'
import { PAGE, pathTo, SHARE_PICTURE } from '../../../contract/wire/paths.ts'
import type { PageHead, PageModule, PageParams } from '../../layout/page.ts'
import { usePageData } from '../../layout/page-data-context.ts'
import { pageHead, useDocumentTitle } from '../../layout/page-head.ts'
import { jobKey, jobQuery } from '../../posting/job-api.ts'
import { parseJobId } from '../../posting/job-id.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { JOB_NOT_FOUND, JobNotFound } from '../not-found/not-found-page.tsx'
import { ClosedJob } from './closed-job.tsx'
import { jobPostingData } from './job-posting-data.ts'
import { JobView } from './job-view.tsx'

/** One posting; an invalid id has none. The page is found where it came with its posting. */
export const page: PageModule = {
  Page: ({ params }) => {
    const id = parseJobId(params.id)
    return id === undefined ? <MissingJob /> : <JobById id={id} />
  },
  head,
  isFound: (data, params) => embeddedJob(data, params) !== undefined,
}

function head(data: PageData, params: PageParams): PageHead {
  const open = embeddedJob(data, params)
  const job = open ?? closedJob(data)?.job
  if (!job) return pageHead(JOB_NOT_FOUND, data)
  const description = previewOf(job.description) || `${job.title}: ${job.jobType}, ${job.location}`
  if (!open) return pageHead(titleOf(job), data, { description })
  return pageHead(titleOf(job), data, {
    description,
    isIndexed: true,
    picture: data.responses[pathTo(SHARE_PICTURE, job.id)] as string | undefined,
    structuredData: data.placeAndPay && jobPostingData(job, data.placeAndPay, data),
  })
}

function JobById({ id }: { id: number }) {
  const { data: job, isPending } = useQuery(jobQuery(id))
  if (job) return <FoundJob job={job} />
  if (isPending) return <JobLoading />
  return job === null ? <NotOpenJob id={id} /> : <MissingJob />
}

/** A posting that is not open: the server knows whether it once was. */
function NotOpenJob({ id }: { id: number }) {
  const closed = closedJob(usePageData())
  // Null: the server has already said that there is nothing to show.
  const mustAsk = closed !== null && closed?.job.id !== id
  useEffect(() => {
    if (mustAsk) location.reload()
  }, [mustAsk])
  if (mustAsk) return <JobLoading />
  return closed ? <FoundClosedJob {...closed} /> : <MissingJob />
}

function FoundClosedJob(closed: ClosedJobData) {
  useDocumentTitle(titleOf(closed.job))
  return <ClosedJob {...closed} />
}

function FoundJob({ job }: { job: PublicJob }) {
  useDocumentTitle(titleOf(job))
  return <JobView job={job} />
}

function MissingJob() {
  useDocumentTitle(JOB_NOT_FOUND)
  return <JobNotFound />
}

function JobLoading() {
  return (
    <div role="status" className="wrap grid min-h-[60vh] content-start gap-4 pt-16">
      <p className="text-ink-muted">Loading job details...</p>
      <Skeleton className="h-10 w-3/5" />
      <Skeleton className="h-5 w-2/5" />
      <Skeleton className="mt-6 h-64 w-full" />
    </div>
  )
}

function titleOf(job: PublicJob): string {
  return `${job.title}, ${job.location}`
}

/** What the document came with: undefined unless it is that of a posting that is not open. */
function closedJob({ responses }: PageData): ClosedJobData | null | undefined {
  return responses[PAGE.job] as ClosedJobData | null | undefined
}

function embeddedJob({ responses }: PageData, params: PageParams): PublicJob | undefined {
  const id = parseJobId(params.id)
  return id === undefined ? undefined : (responses[jobKey(id)[0]] as PublicJob | undefined)
}
