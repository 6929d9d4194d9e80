import type { FastifyError, FastifyRequest } from 'fastify'
import { APPLICANT_FIELDS } from '../../../contract/application.ts'
import type { ApplyPageData, TypedField } from '../../../contract/apply-page.ts'
import type { PublicJob } from '../../../contract/job.ts'
import { MAXIMUM, MOST_QUESTIONS } from '../../../contract/limits.ts'
import { JOB_PARAMETER, PAGE, SENT_PARAMETER } from '../../../contract/paths.ts'
import { shownPay } from '../../../contract/pay-text.ts'
import type { AskedQuestion } from '../../../contract/question.ts'
import { answerFieldsOf, isAnswerField } from '../../../contract/question-answers.ts'
import { RESUME_SECTIONS } from '../../../contract/written-resume.ts'
import { sendCached } from '../../platform/http/cached-response.ts'
import type { KeyedHash } from '../../platform/http/client-address.ts'
import { isForm } from '../../platform/http/connections/body-limits.ts'
import { recordError } from '../../platform/http/error-handler.ts'
import type { WellheadApp } from '../../platform/http/feature.ts'
import type { RequestError } from '../../platform/http/request-error.ts'
import { readFieldsBeforeFile } from '../../platform/uploads/read-fields.ts'
import { contentKey } from '../applications/submission/content-key.ts'
import { jobClosed } from '../applications/submission/store-application.ts'
import { type SubmissionDependencies, takeSubmission } from '../applications/submission/submission-handler.ts'
import { applicationForm } from '../applications/submission/submission-routes.ts'
import type { PublishedJobs, PublishedSnapshot } from '../jobs/published-jobs.ts'
import { formFaults } from './form-faults.ts'
import type { RenderPage } from './render-page.ts'
import { signSentLink } from './sent-link.ts'

/** What the apply page needs beside what taking in a form needs. */
export type ApplyDependencies = {
  render: RenderPage
  published: PublishedJobs
  submission: SubmissionDependencies
  hash: KeyedHash
}

const HIDDEN = { schema: { hide: true } as object }

/** Requests that another site's page may have made: their fields are not shown. */
const FOREIGN: readonly string[] = ['cross_site', 'wrong_host']

/** Fields that a refused form shows again, beside the answers. */
const TYPED_FIELDS: readonly string[] = [...APPLICANT_FIELDS, ...RESUME_SECTIONS] satisfies TypedField[]

/** Status of a form whose posting has closed since. */
const GONE = 410

/**
 * The form that works without JavaScript: its page, and the address that it is sent to. It is refused with the same page,
 * and confirmed on another that a reload does not send again (`docs/decisions/0072-form-without-javascript.md`).
 */
export function applyRoutes(app: WellheadApp, { render, published, submission, hash }: ApplyDependencies): void {
  const { db, clock, parsingMs } = submission
  const form = applicationForm(submission)

  app.get(PAGE.apply, HIDDEN, async (request, reply) => {
    const wanted = (request.query as Record<string, unknown>)[JOB_PARAMETER]
    const snapshot = await published.current()
    const job = wanted === undefined ? null : snapshot.jobs.find(({ id }) => String(id) === wanted)
    const data = job === undefined ? null : applyPageData(job)
    const variant = job === undefined ? 'unknown' : String(job?.id ?? 'general')
    return sendCached(request, reply, await render(PAGE.apply, snapshot, { [PAGE.apply]: data }, { variant }))
  })

  app.register(async (scope) => {
    const typedIn = new WeakMap<FastifyRequest, Map<string, string>>()

    scope.post(PAGE.apply, HIDDEN, async (request, reply) => {
      const typed = new Map<string, string>()
      typedIn.set(request, typed)
      const { id } = await takeSubmission(request, submission, form, {
        typed,
        keyOf: (contentHash) => contentKey({ db, hash, now: clock() }, contentHash),
      })
      const link = await signSentLink({ db, hash, clock }, id)
      return reply.redirect(`${PAGE.applicationSent}?${SENT_PARAMETER}=${link}`, 303)
    })

    scope.setErrorHandler(async (error: FastifyError, request, reply) => {
      const refusal = recordError(error, request)
      const typed = await typedFields(request, refusal)
      const snapshot = await published.current()
      const { status, data } = refusedPage(refusal, typed, snapshot, isForm(request))
      const page = await render(PAGE.apply, snapshot, { [PAGE.apply]: data }, { isCached: false })
      if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
      return sendCached(request, reply, { ...page, status, headers: { ...page.headers, 'cache-control': 'no-store' } })
    })

    const typedFields = async (request: FastifyRequest, { code }: RequestError): Promise<Map<string, string>> => {
      if (FOREIGN.includes(code)) return new Map()
      const typed = typedIn.get(request)
      if (typed && typed.size > 0) return typed
      return readFieldsBeforeFile(request, { isWanted, parsingMs })
    }
  })
}

/** Fields of a form that the page of some posting shows again, and the posting. */
function isWanted(name: string): boolean {
  return name === 'jobId' || TYPED_FIELDS.includes(name) || isAnswerField(name)
}

/** The page of a refused form, with what was typed; as a general application when the posting has closed. */
function refusedPage(
  refusal: RequestError,
  typed: Map<string, string>,
  { jobs }: PublishedSnapshot,
  isForm: boolean,
): { status: number; data: ApplyPageData } {
  const jobId = typed.get('jobId')
  const job = jobs.find(({ id }) => String(id) === jobId) ?? null
  const isClosed = refusal.code === 'job_closed' || (jobId !== undefined && !job)
  const faults = refusal.code === 'job_closed' ? [] : formFaults(refusal, isForm)
  if (isClosed) faults.unshift({ field: null, message: jobClosed().message })
  const page = applyPageData(isClosed ? null : job)
  const status = isClosed ? GONE : refusal.status
  return { status, data: { ...page, typed: shownAgain(typed, page.job?.askedQuestions ?? []), faults } }
}

/** What a refused form shows of its fields; answers to questions that are not asked as far as a form can have had them. */
function shownAgain(typed: Map<string, string>, questions: readonly AskedQuestion[]): ApplyPageData['typed'] {
  const ownFields: readonly string[] = [...TYPED_FIELDS, ...questions.flatMap(answerFieldsOf)]
  const own = [...typed].filter(([name]) => ownFields.includes(name))
  const unasked = [...typed].filter(
    ([name, text]) => isAnswerField(name) && !ownFields.includes(name) && text.length <= MAXIMUM.longAnswer,
  )
  return Object.fromEntries([...own, ...unasked.slice(0, MOST_QUESTIONS)])
}

function applyPageData(job: PublicJob | null): ApplyPageData {
  return {
    job: job && {
      id: job.id,
      title: job.title,
      jobType: job.jobType,
      location: job.location,
      department: job.department,
      pay: shownPay(job),
      travel: job.travel,
      rotation: job.rotation,
      closingDate: job.closingDate,
      askedQuestions: job.askedQuestions,
    },
    typed: {},
    faults: [],
  }
}
