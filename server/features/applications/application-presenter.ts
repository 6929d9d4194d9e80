import type { Application } from '../../../contract/application.ts'
import { RESUME_MEDIA_TYPES } from '../../../contract/vocabulary.ts'
import { downloadName } from '../../platform/uploads/resume-name.ts'
import { applicantOf } from './application-fields.ts'
import type { ApplicationWithResume } from './application-queries.ts'

/** What a signed-in admin reads of an application. */
export function presentApplication(row: ApplicationWithResume): Application {
  return {
    id: row.id,
    version: row.version,
    ...applicantOf(row),
    status: row.status,
    archived: row.archived === 1,
    quarantined: row.quarantined === 1,
    jobId: row.job_id,
    createdAt: row.created_at,
    feedback: row.feedback,
    interviewDate: row.interview_date,
    resume: presentResume(row),
  }
}

function presentResume(row: ApplicationWithResume): Application['resume'] {
  const { name, resume_kind, resume_name, resume_size, resume_scan } = row
  if (resume_kind === null || resume_name === null || resume_size === null) return null
  return {
    fileName: downloadName(resume_name, resume_kind, name),
    mediaType: RESUME_MEDIA_TYPES[resume_kind],
    size: resume_size,
    scan: resume_scan,
  }
}
