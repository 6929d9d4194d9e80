import type { Application } from '../../contract/application.ts'
import { RESUME_MEDIA_TYPES } from '../../contract/vocabulary.ts'
import { downloadName } from '../resumes/resume-name.ts'
import type { ApplicationWithResume } from './application-queries.ts'

/** What a signed-in admin reads of an application. */
export function presentApplication(row: ApplicationWithResume): Application {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    note: row.note,
    status: row.status,
    archived: row.archived === 1,
    jobId: row.job_id,
    createdAt: row.created_at,
    feedback: row.feedback,
    interviewDate: row.interview_date,
    resume:
      row.resume_kind === null || row.resume_name === null || row.resume_size === null
        ? null
        : {
            fileName: downloadName(row.resume_name, row.resume_kind, row.name),
            mediaType: RESUME_MEDIA_TYPES[row.resume_kind],
            size: row.resume_size,
            scan: row.resume_scan,
          },
  }
}
