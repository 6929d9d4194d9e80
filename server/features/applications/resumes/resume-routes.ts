import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import { resumeQuerySchema } from '../../../../contract/applications/application.ts'
import { namedApplicationsSchema } from '../../../../contract/applications/application-changes.ts'
import { RESUME_KINDS } from '../../../../contract/applications/resume-kinds.ts'
import { type ResumeText, resumeTextSchema } from '../../../../contract/applications/resume-text.ts'
import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../../contract/wire/validation.ts'
import type { ResumeTextRow } from '../../../platform/database/tables.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../../platform/http/route.ts'
import { sendMadeFile } from '../../../platform/http/send-made-file.ts'
import { signedIn } from '../../accounts/sessions.ts'
import type { Services } from '../../feature.ts'
import { findResumeText } from '../../resumes/resume-text-queries.ts'
import { downloadResume, recordReading, requireResume } from './download-resume.ts'
import { exportResumes } from './export-resumes.ts'
import { sendResume } from './send-resume.ts'

/** Reading resumes and their texts (`docs/decisions/0060`, `0062` and `0066`). */
export function resumeRoutes(app: WellheadApp, { db, stores, sessions, clock }: Services): void {
  const authorOf = (request: Pick<FastifyRequest, 'account'>) => ({ by: signedIn(request), now: clock() })
  const tags = ['applications']
  const ofOne = { tags, params: idParamsSchema }

  app.get(
    ADMIN_API.resume,
    sessions.guarded({
      config: { writes: true },
      may: APPLICATIONS.read,
      of: 'application',
      operationId: 'downloadResume',
      summary: 'Download the resume of an application',
      responseHeaders: ['Content-Disposition'],
      ...ofOne,
      querystring: resumeQuerySchema,
      produces: Object.values(RESUME_KINDS).map(({ mediaType }) => mediaType),
      response: { 200: z.any().describe('The file as it was sent'), ...errorResponses },
    }),
    async (request, reply) => {
      const { prefetch, version } = request.query
      const event = prefetch ? 'resume_prefetched' : 'resume_downloaded'
      // Fastify serves HEAD with this route too.
      const sent = { event: request.method === 'GET' ? event : undefined, version } as const
      const action = { ...authorOf(request), id: request.params.id }
      const opened = await downloadResume({ db, stores, clock, log: request.log }, action, sent)
      return sendResume(reply, opened)
    },
  )

  app.post(
    ADMIN_API.resumeOpened,
    sessions.guarded({
      may: APPLICATIONS.read,
      of: 'application',
      operationId: 'recordResumeOpened',
      summary: 'Record that a prefetched resume was opened',
      ...ofOne,
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      const { id } = request.params
      await requireResume(db, id)
      await recordReading(db, { ...authorOf(request), id }, 'resume_downloaded')
      return reply.code(204).send(null)
    },
  )

  app.get(
    ADMIN_API.resumeText,
    sessions.guarded({
      may: APPLICATIONS.read,
      of: 'application',
      operationId: 'getResumeText',
      summary: 'Read the text of a resume',
      ...ofOne,
      response: { 200: resumeTextSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const { resume } = await requireResume(db, request.params.id)
      reply.header('Cache-Control', 'no-store')
      return presentResumeText(await findResumeText(db, resume.application_id))
    },
  )

  app.post(
    ADMIN_API.downloadResumes,
    sessions.guarded({
      may: APPLICATIONS.export,
      asksAgain: true,
      operationId: 'downloadResumes',
      summary: 'Download the resumes of up to 500 applications as one ZIP archive',
      responseHeaders: ['Content-Disposition'],
      tags,
      body: namedApplicationsSchema,
      produces: ['application/zip'],
      response: { 200: z.any().describe('A ZIP archive of the files'), ...errorResponses },
    }),
    async (request, reply) => {
      const ids = request.body.applications.map(({ id }) => id)
      const { by, now } = authorOf(request)
      return sendMadeFile(reply, { name: 'Resumes', kind: 'zip', now }, () =>
        exportResumes({ db, stores, clock, log: request.log }, by, ids),
      )
    },
  )
}

/** The text of a resume as it is read; undefined while it is not read yet. */
export function presentResumeText(row: ResumeTextRow | undefined): ResumeText {
  if (!row) return { state: 'pending', text: '', pages: null, isTruncated: false }
  return { state: row.state, text: row.text, pages: row.pages, isTruncated: row.is_truncated === 1 }
}
