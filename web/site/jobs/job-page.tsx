import { useQuery } from '@tanstack/react-query'
import type { PublicJob } from '../../../contract/job.ts'
import type { PageData } from '../../../contract/page-data.ts'
import { pathTo, SHARE_PICTURE } from '../../../contract/paths.ts'
import type { PageHead, PageParams } from '../../layout/page.ts'
import { documentTitle, useDocumentTitle } from '../../layout/use-document-title.ts'
import { parseJobId } from '../../posting/job-id.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { jobKey, jobQuery } from './job-api.ts'
import { JobNotFound, NOT_FOUND_TITLE } from './job-not-found.tsx'
import { jobPostingData } from './job-posting-data.ts'
import { previewOf } from './job-preview.ts'
import { JobView } from './job-view.tsx'

/** Metadata of a posting for search engines. */
export function head(data: PageData, params: PageParams): PageHead {
  const job = embeddedJob(data, params)
  const { company } = data
  if (!job) {
    return { title: documentTitle(NOT_FOUND_TITLE, company.name), description: NOT_FOUND_TITLE, isIndexed: false }
  }
  return {
    title: documentTitle(titleOf(job), company.name),
    description: previewOf(job.description) || `${job.title}: ${job.jobType}, ${job.location}`,
    isIndexed: true,
    picture: data.responses[pathTo(SHARE_PICTURE, job.id)] as string | undefined,
    structuredData: jobPostingData(job, data),
  }
}

/** Whether the page came with its posting. */
export function isFound(data: PageData, params: PageParams): boolean {
  return embeddedJob(data, params) !== undefined
}

/** One posting; an invalid id has none. */
export function Page({ params }: { params: PageParams }) {
  const id = parseJobId(params.id)
  return id === undefined ? <MissingJob /> : <JobById id={id} />
}

function JobById({ id }: { id: number }) {
  const { data: job, isPending } = useQuery(jobQuery(id))
  if (job) return <FoundJob job={job} />
  return isPending ? <JobLoading /> : <MissingJob />
}

function FoundJob({ job }: { job: PublicJob }) {
  useDocumentTitle(titleOf(job))
  return <JobView job={job} />
}

function MissingJob() {
  useDocumentTitle(NOT_FOUND_TITLE)
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

function embeddedJob({ responses }: PageData, params: PageParams): PublicJob | undefined {
  const id = parseJobId(params.id)
  return id === undefined ? undefined : (responses[jobKey(id)[0]] as PublicJob | undefined)
}
