import type { Job } from '../../../contract/job.ts'
import { formValuesOf, type JobFormValues } from './job-form-values.ts'

/** One form made of two that began as the same, and the fields that both have changed to something else. */
export type MergedEdit = { values: JobFormValues; conflicts: (keyof JobFormValues)[] }

/**
 * Puts an edit on what others have stored meanwhile: each field is taken from whoever has changed it, and from the edit
 * where both have.
 * @param seen the posting as the author of the edit had it in view
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

/** Not by the ends of lines, which a browser writes in its own way, nor by the space around a text, which is not stored. */
function differs(one: string, other: string): boolean {
  const plain = (text: string) => text.replaceAll('\r\n', '\n').trim()
  return plain(one) !== plain(other)
}
