import {
  APPLICANT_FIELD_NAMES,
  type ApplicantField,
  PERSON_FIELDS,
  shownLabel,
} from '../../../../contract/applications/applicant-fields.ts'
import type { Application } from '../../../../contract/applications/application.ts'

/** Whoever is named in a list of applicants has these. */
const ALWAYS_GIVEN: readonly ApplicantField[] = PERSON_FIELDS

/**
 * What the applicant wrote into the form beside the resume, as a text file.
 * @returns undefined where there is nothing but name, email and phone
 */
export function formatDetails(application: Pick<Application, ApplicantField | 'questionAnswers'>): string | undefined {
  const { questionAnswers } = application
  const given = APPLICANT_FIELD_NAMES.filter((field) => application[field])
  if (questionAnswers.length === 0 && given.every((field) => ALWAYS_GIVEN.includes(field))) return undefined
  const fields = given.map((field) => entry(shownLabel(field), application[field] ?? ''))
  const answers = questionAnswers.map(({ question, answer }) => entry(question, answer.join('\n') || 'No answer'))
  return [...fields, ...answers].join('\r\n')
}

function entry(label: string, text: string): string {
  return `${label}\r\n${text.replaceAll(/\r?\n/g, '\r\n')}\r\n`
}
