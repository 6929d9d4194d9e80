import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { APPLICANT_FIELD_NAMES, APPLICANT_FIELDS } from '../../../contract/applications/applicant-fields.ts'
import type { ApplyPageData, FormField, TypedField } from '../../../contract/applications/apply-page.ts'
import { RESUME_SECTION_MAXIMUM, RESUME_SECTIONS } from '../../../contract/applications/written-resume.ts'
import { pickFurtherFacts } from '../../../contract/jobs/further-facts.ts'
import type { PublicJob } from '../../../contract/jobs/job.ts'
import { readSource } from '../../../contract/jobs/link-source.ts'
import { shownPay } from '../../../contract/jobs/place-and-pay/pay-text.ts'
import type { AskedQuestion } from '../../../contract/jobs/question.ts'
import { answerFieldsOf, isAnswerField } from '../../../contract/jobs/question-answers.ts'
import { kindOf } from '../../../contract/jobs/question-kinds.ts'
import { MAXIMUM, MOST_QUESTIONS } from '../../../contract/wire/limits.ts'
import { JOB_PARAMETER, PAGE, SENT_PARAMETER, SOURCE_PARAMETER } from '../../../contract/wire/paths.ts'
import { type CachedResponse, sendCached } from '../../platform/http/cached-response.ts'
import { isForeign } from '../../platform/http/cross-site.ts'
import { recordError } from '../../platform/http/error-handler.ts'
import { isForm } from '../../platform/http/form-requests.ts'
import type { RequestError } from '../../platform/http/request-error.ts'
import type { WellheadApp } from '../../platform/http/route.ts'
import { readFieldsBeforeFile } from '../../platform/uploads/read-fields.ts'
import { contentKey } from '../applications/submission/earlier-attempt.ts'
import { jobClosed } from '../applications/submission/store-application.ts'
import { applicationForm } from '../applications/submission/submission-routes.ts'
import { takeSubmission } from '../applications/submission/take-submission.ts'
import type { Services } from '../feature.ts'
import { findPublished, type PublishedSnapshot } from '../jobs/published-jobs.ts'
import { carrySource, sourceOfReferrer } from './carried-source.ts'
import { formFaults } from './form-faults.ts'
import { refuseOverspent } from './refuse-overspent.ts'
import { signSentLink } from './sent-link.ts'
import { cutToLimits, type ShownAgain, tellCut } from './shown-again.ts'

const HIDDEN = { schema: { hide: true } as object }

/** Fields that a refused form shows again beside the answers, and the characters that each may have. */
const TYPED_LIMITS: ReadonlyMap<string, number> = new Map([
  ...APPLICANT_FIELD_NAMES.map((field) => [field, APPLICANT_FIELDS[field].maximum] as const),
  ...RESUME_SECTIONS.map((section) => [section, RESUME_SECTION_MAXIMUM.characters] as const),
])

/** Status of a form whose posting has closed since. */
const GONE = 410

/**
 * The form that works without JavaScript: its page, and the address that it is sent to. It is refused with the same page,
 * and confirmed on another that a reload does not send again (`docs/decisions/0072-form-without-javascript.md`).
 */
export function applyRoutes(app: WellheadApp, services: Services): void {
  const { db, clock, render, published, hash, refusals, parsingMs } = services
  const form = applicationForm(services)

  app.get(PAGE.apply, { ...HIDDEN, onRequest: carrySource }, async (request, reply) => {
    const wanted = (request.query as Record<string, unknown>)[JOB_PARAMETER]
    const snapshot = await published.current()
    const job = wanted === undefined ? null : findPublished(snapshot, wanted)?.job
    const data = job === undefined ? null : applyPageData(job)
    const variant = job === undefined ? 'unknown' : String(job?.id ?? 'general')
    return sendCached(request, reply, await render(PAGE.apply, snapshot, { [PAGE.apply]: data }, { variant }))
  })

  app.register(async (scope) => {
    scope.post(PAGE.apply, HIDDEN, async (request, reply) => {
      const typed = new Map<string, string>()
      try {
        const { id } = await takeSubmission(request, services, form, {
          typed,
          source: sourceOfReferrer(request),
          keyOf: (contentHash) => contentKey({ db, hash, now: clock() }, contentHash),
        })
        const link = await signSentLink({ db, hash, clock }, id)
        return reply.redirect(`${PAGE.applicationSent}?${SENT_PARAMETER}=${link}`, 303)
      } catch (error) {
        return sendRefused(error as FastifyError, request, reply, typed)
      }
    })

    const sendPage = (request: FastifyRequest, reply: FastifyReply, refusal: RequestError, page: CachedResponse) => {
      if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
      return sendCached(request, reply, { ...page, headers: { ...page.headers, 'cache-control': 'no-store' } })
    }

    const sendUnread = async (request: FastifyRequest, reply: FastifyReply, refusal: RequestError) => {
      const { message, status } = refusal
      const data = { ...applyPageData(null), faults: [{ field: null, message }], kept: 'none' } satisfies ApplyPageData
      const options = { variant: `unread ${message}` }
      const page = await render(PAGE.apply, await published.current(), { [PAGE.apply]: data }, options)
      return sendPage(request, reply, refusal, { ...page, status })
    }

    refuseOverspent(scope, refusals, sendUnread)

    const sendRefused = async (
      error: FastifyError,
      request: FastifyRequest,
      reply: FastifyReply,
      typed: Map<string, string>,
    ) => {
      const refusal = recordError(error, request)
      if (isForeign(refusal)) return sendUnread(request, reply, refusal)
      const fields = typed.size > 0 ? typed : await readFieldsBeforeFile(request, { isWanted, parsingMs })
      const snapshot = await published.current()
      const source = readSource(fields.get(SOURCE_PARAMETER)) ?? sourceOfReferrer(request)
      const { status, data: page } = refusedPage(refusal, fields, snapshot, isForm(request))
      const data = { ...page, source } satisfies ApplyPageData
      const onRendered = (ms: number) => refusals.spend(request.ip, ms)
      const rendered = await render(PAGE.apply, snapshot, { [PAGE.apply]: data }, { isCached: false, onRendered })
      return sendPage(request, reply, refusal, { ...rendered, status })
    }

    // What is refused before the handler.
    scope.setErrorHandler((error: FastifyError, request, reply) => sendRefused(error, request, reply, new Map()))
  })
}

/** Fields of a form that the page of some posting shows again, and the posting. */
function isWanted(name: string): boolean {
  return name === 'jobId' || name === SOURCE_PARAMETER || TYPED_LIMITS.has(name) || isAnswerField(name)
}

/** The page of a refused form, with what was typed; as a general application when the posting has closed. */
function refusedPage(
  refusal: RequestError,
  typed: Map<string, string>,
  snapshot: PublishedSnapshot,
  isForm: boolean,
): { status: number; data: ApplyPageData } {
  const jobId = typed.get('jobId')
  const job = findPublished(snapshot, jobId)?.job ?? null
  const isClosed = refusal.code === 'job_closed' || (jobId !== undefined && !job)
  const faults = refusal.code === 'job_closed' ? [] : formFaults(refusal, isForm)
  if (isClosed) faults.unshift({ field: null, message: jobClosed().message })
  const page = applyPageData(isClosed ? null : job)
  const status = isClosed ? GONE : refusal.status
  const shown = shownAgain(typed, page.job?.askedQuestions ?? [])
  const kept = shown.cut.size > 0 ? 'cut' : 'all'
  return { status, data: { ...page, typed: shown.typed, faults: tellCut<FormField>(faults, shown.cut), kept } }
}

/** What a refused form shows of its fields; answers to questions that are not asked as far as a form can have had them. */
function shownAgain(typed: Map<string, string>, questions: readonly AskedQuestion[]): ShownAgain<TypedField> {
  const limits = new Map(TYPED_LIMITS)
  for (const question of questions)
    for (const field of answerFieldsOf(question)) limits.set(field, kindOf(question).maximum)
  const fields = [...typed] as [TypedField, string][]
  const own = fields.filter(([name]) => limits.has(name))
  const unasked = fields.filter(
    ([name, text]) => isAnswerField(name) && !limits.has(name) && text.length <= MAXIMUM.longAnswer,
  )
  return cutToLimits([...own, ...unasked.slice(0, MOST_QUESTIONS)], (name) => limits.get(name) ?? MAXIMUM.longAnswer)
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
      ...pickFurtherFacts(job),
      askedQuestions: job.askedQuestions,
    },
    typed: {},
    faults: [],
    kept: 'all',
    source: null,
  }
}
