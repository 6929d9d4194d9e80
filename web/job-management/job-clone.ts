import type { Job, JobCreate } from '../../contract/job.ts'

/** Suffix of a clone's internal job code (`spec.md` section 9). */
const CLONE_SUFFIX = '-COPY'

/** The body that makes a clone: the same content as an inactive draft; no suffix where there is no internal job code. */
export function cloneBodyOf({ id, createdAt, closedDate, ...content }: Job): JobCreate {
  return {
    ...content,
    internalJobCode: content.internalJobCode === null ? null : `${content.internalJobCode}${CLONE_SUFFIX}`,
    status: 'draft',
    isActive: false,
    clonedFromId: id,
  }
}
