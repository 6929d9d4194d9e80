import type { Job, JobCreate } from '../../../../contract/jobs/job.ts'
import { MAXIMUM } from '../../../../contract/wire/limits.ts'

/** Suffix of a clone's internal job code. */
const CLONE_SUFFIX = '-COPY'

/**
 * The request body of a clone: the same content as an inactive draft; no suffix without an internal job code, and no
 * closing date, which belongs to the original.
 */
export function cloneBodyOf(job: Job): JobCreate {
  const { id, version, askedQuestions, createdAt, publishedAt, closedDate, ...content } = job
  return {
    ...content,
    closingDate: null,
    internalJobCode: content.internalJobCode === null ? null : cloneCodeOf(content.internalJobCode),
    status: 'draft',
    isActive: false,
    clonedFromId: id,
  }
}

/** Shortens the code if the suffix does not fit, never within a character: the suffix distinguishes the clone. */
function cloneCodeOf(code: string): string {
  return `${code.slice(0, MAXIMUM.jobLine - CLONE_SUFFIX.length).replace(/\p{Surrogate}$/u, '')}${CLONE_SUFFIX}`
}
