import type { Job, PublicJob } from '../../../contract/job.ts'
import type { JobRow } from '../../platform/database/tables.ts'

/** What anyone may read of a posting: no internal code, project code or history. */
export function presentPublicJob(row: JobRow): PublicJob {
  return {
    id: row.id,
    title: row.title,
    jobType: row.job_type,
    location: row.location,
    department: row.department,
    salaryRange: row.salary_range,
    description: row.description,
    requirements: row.requirements,
    benefits: row.benefits,
    status: row.status,
    isActive: row.is_active === 1,
    createdAt: row.created_at,
  }
}

/** What a signed-in admin reads of a posting. */
export function presentJob(row: JobRow): Job {
  return {
    ...presentPublicJob(row),
    internalJobCode: row.internal_job_code,
    projectCode: row.project_code,
    closedDate: row.closed_date,
    clonedFromId: row.cloned_from_id,
    version: row.version,
  }
}
