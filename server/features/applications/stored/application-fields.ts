import {
  APPLICANT_FIELD_NAMES,
  APPLICANT_FIELDS,
  type ApplicantField,
  type SearchedAs,
} from '../../../../contract/applications/applicant-fields.ts'
import type { Application } from '../../../../contract/applications/application.ts'
import { RECOVERY_MARKER } from '../../../../contract/applications/application-terms.ts'
import type { QuestionAnswer } from '../../../../contract/jobs/question.ts'
import { digitsOf, normalise, phoneWords, wordsOf } from '../../../../contract/jobs/search/search-words.ts'
import { emailKeyOf } from '../../../../contract/wire/email-address.ts'
import type { ApplicationRow, NewApplicationRow } from '../../../platform/database/tables.ts'

/** Longest part of a name that orders a list by name, so that a cursor stays short. */
const NAME_KEY_LENGTH = 100

/** Stands for the first promised day of an application that was imported: no month of the promise has it. */
const NEVER_PROMISED = '0001-01-01'

/** Fewer digits of a phone number do not identify a person. */
const SHORTEST_PHONE_KEY = 7

type Columns = { readonly [Field in ApplicantField]: (typeof APPLICANT_FIELDS)[Field]['column'] }

/** The column of every field that an applicant fills in. */
export const APPLICANT_COLUMNS = Object.fromEntries(
  APPLICANT_FIELD_NAMES.map((field) => [field, APPLICANT_FIELDS[field].column]),
) as Columns

type ApplicantColumn = Columns[ApplicantField]

/** What an applicant typed, in the form in which it is stored. */
export type Applicant = Pick<Application, ApplicantField>

/** How the words of a field of the applicant are read. */
const WORDS: Readonly<Record<SearchedAs, (text: string) => string[]>> = {
  text: wordsOf,
  phone: phoneWords,
  // Without the scheme, which all addresses have.
  address: (text) => wordsOf(text.replace(/^https?:/i, '')),
}

/** The columns in which a search looks beside the text of the resume, and how the words of each are read. */
export const SEARCHED_COLUMNS = {
  ...(Object.fromEntries(
    Object.values(APPLICANT_FIELDS).map(({ column, searchedAs }) => [column, WORDS[searchedAs]]),
  ) as Record<ApplicantColumn, (text: string) => string[]>),
  feedback: wordsOf,
  question_answers: answerWords,
}

/** What of an application is searched. */
export type SearchedApplication = { id: number; job_id?: number | null | undefined } & {
  [Column in keyof typeof SEARCHED_COLUMNS]?: string | null | undefined
}

/** How much of all answers is searched, in characters: the first, so that no form makes the index large. */
const MOST_ANSWER_CHARACTERS = 10_000

/** The words of what was answered; those of the questions would find every applicant of a posting. */
function answerWords(json: string): string[] {
  return wordsOf(answerText(json))
}

/** What was answered, as far as it is searched: one answer in a line. */
export function answerText(json: string): string {
  if (json === '' || json === '[]') return ''
  const answers = (JSON.parse(json) as QuestionAnswer[]).flatMap(({ answer }) => answer)
  return answers.join('\n').slice(0, MOST_ANSWER_CHARACTERS)
}

const SEARCHED = Object.keys(SEARCHED_COLUMNS) as (keyof typeof SEARCHED_COLUMNS)[]

/** The words by which an application is found, each once, but for those of its resume. */
export function searchedWords(application: SearchedApplication): string[] {
  return [...new Set(SEARCHED.flatMap((column) => SEARCHED_COLUMNS[column](application[column] ?? '')))]
}

/** Whether two states of an application differ in a searched column. */
export function isSearchedDifferently(before: SearchedApplication, after: SearchedApplication): boolean {
  return SEARCHED.some((column) => before[column] !== after[column])
}

/** What the applicant typed, out of a row that has more. */
export function applicantOf(row: Pick<ApplicationRow, ApplicantColumn>): Applicant {
  return Object.fromEntries(APPLICANT_FIELD_NAMES.map((field) => [field, row[APPLICANT_COLUMNS[field]]])) as Applicant
}

/** What the applicant typed, as the columns of a row. */
export function columnsOfApplicant(applicant: Applicant): Pick<ApplicationRow, ApplicantColumn> {
  const columns = APPLICANT_FIELD_NAMES.map((field) => [APPLICANT_COLUMNS[field], applicant[field]])
  return Object.fromEntries(columns) as Pick<ApplicationRow, ApplicantColumn>
}

/** The row of a new application, with the promise that was made first and the columns by which lists are sorted, counted and compared. */
export function applicationRow(application: NewApplicationRow) {
  const { name, email, phone, note, answer_by, import_id } = application
  const digits = digitsOf(phone ?? '')
  return {
    ...application,
    first_answer_by: import_id ? NEVER_PROMISED : answer_by,
    name_key: normalise(name).slice(0, NAME_KEY_LENGTH).toWellFormed(),
    email_key: emailKeyOf(email),
    phone_digits: digits.length < SHORTEST_PHONE_KEY ? null : digits,
    is_recovery: note?.includes(RECOVERY_MARKER) ? (1 as const) : (0 as const),
  }
}
