import { APPLICANT_FIELD_NAMES } from '../../../contract/applications/applicant-fields.ts'
import type { FormFault, FormField } from '../../../contract/applications/apply-page.ts'
import { RESUME_SECTIONS } from '../../../contract/applications/written-resume.ts'
import { isAnswerField } from '../../../contract/jobs/question-answers.ts'
import type { ErrorCode } from '../../../contract/wire/error.ts'
import type { RequestError } from '../../platform/http/request-error.ts'

const FIELDS: readonly string[] = [...APPLICANT_FIELD_NAMES, ...RESUME_SECTIONS, 'resume'] satisfies FormField[]

/** Errors about the file, when the request is a form. */
const ABOUT_FILE: readonly string[] = [
  'resume_missing',
  'resume_empty',
  'too_large',
  'wrong_type',
  'infected',
] satisfies ErrorCode[]

/** What a refused form shows: the first message of each field, and messages that are about no field. */
export function formFaults({ code, message, issues }: RequestError, isForm: boolean): FormFault[] {
  if (!issues || issues.length === 0) return [{ field: isForm && ABOUT_FILE.includes(code) ? 'resume' : null, message }]
  const faults = new Map<string, FormFault>()
  for (const issue of issues) {
    const field = FIELDS.includes(issue.path) || isAnswerField(issue.path) ? (issue.path as FormField) : null
    const key = field ?? issue.message
    if (!faults.has(key)) faults.set(key, { field, message: issue.message })
  }
  return [...faults.values()]
}
