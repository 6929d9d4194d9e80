import { applicationSchema, earlierResumesSchema } from '../../../contract/applications/application.ts'
import {
  feedbackVersionsSchema,
  relatedApplicationsSchema,
} from '../../../contract/applications/application-changes.ts'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { seenBy } from '../accounts/seen-by.ts'
import { signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { listResumes } from '../resumes/resume-queries.ts'
import { listFeedbackVersions } from './changes/feedback-versions.ts'
import { findRelated } from './related-applications.ts'
import { presentEarlierResumes, presentTo } from './stored/application-presenter.ts'
import { applicationGone, findApplication } from './stored/application-queries.ts'

/** Reading one application, also an archived or quarantined one, and what belongs to it (`docs/decisions/0062`). */
export function applicationDetailRoutes(app: WellheadApp, { db, sessions }: Services): void {
  const ofOne = { tags: ['applications'], params: idParamsSchema }

  app.get(
    ADMIN_API.adminApplication,
    sessions.guarded({
      may: APPLICATIONS.read,
      of: 'application',
      operationId: 'getApplication',
      summary: 'Read an application',
      ...ofOne,
      response: { 200: applicationSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const application = await findApplication(db, request.params.id)
      if (!application) throw applicationGone()
      reply.header('Cache-Control', 'no-store')
      return presentTo(signedIn(request), application)
    },
  )

  app.get(
    ADMIN_API.earlierResumes,
    sessions.guarded({
      may: APPLICATIONS.read,
      of: 'application',
      operationId: 'listEarlierResumes',
      summary: 'Read which resumes an application had before its present one',
      ...ofOne,
      response: { 200: earlierResumesSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const application = await findApplication(db, request.params.id)
      if (!application) throw applicationGone()
      reply.header('Cache-Control', 'no-store')
      return presentEarlierResumes(await listResumes(db, application.id), application.name)
    },
  )

  app.get(
    ADMIN_API.relatedApplications,
    sessions.guarded({
      may: APPLICATIONS.read,
      of: 'application',
      operationId: 'getRelatedApplications',
      summary: 'Read other applications with the same email, phone number or file',
      ...ofOne,
      response: { 200: relatedApplicationsSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const related = await findRelated(seenBy(db, signedIn(request)), request.params.id)
      if (!related) throw applicationGone()
      reply.header('Cache-Control', 'no-store')
      return related
    },
  )

  app.get(
    ADMIN_API.feedbackVersions,
    sessions.guarded({
      may: APPLICATIONS.read,
      of: 'application',
      operationId: 'getFeedbackVersions',
      summary: 'Read the texts that the feedback of an application has had',
      ...ofOne,
      response: { 200: feedbackVersionsSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const { id } = request.params
      const versions = await listFeedbackVersions(db, id)
      if (versions.versions.length === 0 && !(await findApplication(db, id))) throw applicationGone()
      reply.header('Cache-Control', 'no-store')
      return versions
    },
  )
}
