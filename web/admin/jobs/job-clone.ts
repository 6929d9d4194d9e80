import type { Job, JobCreate } from '../../../contract/job.ts'
import { MAXIMUM } from '../../../contract/limits.ts'

/** Suffix of a clone's internal job code (`spec.md` section 9). */
const CLONE_SUFFIX = '-COPY'

/** The body that makes a clone: the same content as an inactive draft; no suffix where there is no internal job code. */
export function cloneBodyOf({ id, version, createdAt, closedDate, ...content }: Job): JobCreate {
  return {
    ...content,
    internalJobCode: content.internalJobCode === null ? null : cloneCodeOf(content.internalJobCode),
    status: 'draft',
    isActive: false,
    clonedFromId: id,
  }
}

/** A code that has no room left for the suffix is cut, never within a character: the suffix is what tells the two apart. */
function cloneCodeOf(code: string): string {
  return `${code.slice(0, MAXIMUM.jobLine - CLONE_SUFFIX.length).replace(/\p{Surrogate}$/u, '')}${CLONE_SUFFIX}`
}
