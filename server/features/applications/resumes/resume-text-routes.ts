import type { Kysely } from 'kysely'
import { API } from '../../../../contract/paths.ts'
import { type ResumeText, resumeTextSchema } from '../../../../contract/resume-text.ts'
import { idParamsSchema } from '../../../../contract/validation.ts'
import type { ResumeTextRow, Tables } from '../../../platform/database/tables.ts'
import { errorResponses, type WellheadApp } from '../../../platform/http/feature.ts'
import type { Sessions } from '../../accounts/sessions.ts'
import { findResumeText } from '../../resumes/resume-text-queries.ts'
import { requireResume } from './download-resume.ts'

/** Reading the text of a resume (`docs/decisions/0060-resume-text.md`). */
export function resumeTextRoutes(app: WellheadApp, { db, sessions }: { db: Kysely<Tables>; sessions: Sessions }): void {
  app.get(
    API.resumeText,
    sessions.guarded({
      tags: ['applications'],
      params: idParamsSchema,
      response: { 200: resumeTextSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const { resume } = await requireResume(db, request.params.id)
      reply.header('Cache-Control', 'no-store')
      return presentResumeText(await findResumeText(db, resume.application_id))
    },
  )
}

function presentResumeText(row: ResumeTextRow | undefined): ResumeText {
  if (!row) return { state: 'pending', text: '', pages: null, isTruncated: false }
  return { state: row.state, text: row.text, pages: row.pages, isTruncated: row.is_truncated === 1 }
}
