import type { Job } from '../../../../contract/jobs/job.ts'
import { formValuesOf, type JobFormValues } from './job-form-values.ts'

/** Two edits of the same posting merged, and the fields that both changed differently. */
type MergedEdit = { values: JobFormValues; conflicts: (keyof JobFormValues)[] }

/**
 * Merges an edit with a newer stored version: a field that only one side changed takes that change; the edit wins if
 * both did.
 * @param seen the version that the edit is based on
 */
export function mergeEdit(seen: Job, edited: JobFormValues, current: Job): MergedEdit {
  const before = formValuesOf(seen)
  const stored = formValuesOf(current)
  const fields = Object.keys(before) as (keyof JobFormValues)[]
  const own = fields.filter((field) => differs(edited[field], before[field]))
  return {
    values: { ...stored, ...pick(edited, own) },
    conflicts: own.filter((field) => differs(stored[field], before[field]) && differs(stored[field], edited[field])),
  }
}

/** Some of the fields of a form. */
export function pick(values: JobFormValues, fields: (keyof JobFormValues)[]): Partial<JobFormValues> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]))
}

/** Ignores line endings, which browsers normalize, and surrounding space, which is not stored. */
function differs(one: string, other: string): boolean {
  const plain = (text: string) => text.replaceAll('\r\n', '\n').trim()
  return plain(one) !== plain(other)
}
