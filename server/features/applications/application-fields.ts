import { APPLICANT_FIELDS, type ApplicantField, type Application } from '../../../contract/applications/application.ts'
import { RECOVERY_MARKER } from '../../../contract/applications/application-terms.ts'
import type { QuestionAnswer } from '../../../contract/jobs/question.ts'
import { digitsOf, normalise, phoneWords, wordsOf } from '../../../contract/jobs/search/search-words.ts'
import type { ApplicationRow, NewApplicationRow } from '../../platform/database/tables.ts'

/** Longest part of a name that orders a list by name, so that a cursor stays short. */
const NAME_KEY_LENGTH = 100

/** Fewer digits of a phone number do not identify a person. */
const SHORTEST_PHONE_KEY = 7

/** The column of every field that an applicant fills in. */
export const APPLICANT_COLUMNS = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  note: 'note',
  linkedinUrl: 'linkedin_url',
  portfolioUrl: 'portfolio_url',
} as const satisfies Record<ApplicantField, keyof ApplicationRow>

type ApplicantColumn = (typeof APPLICANT_COLUMNS)[ApplicantField]

/** What an applicant typed, in the form in which it is stored. */
export type Applicant = Pick<Application, ApplicantField>

/** The fields in which a search looks beside the text of the resume, and how the words of each are read. */
export const SEARCHED_FIELDS = {
  name: wordsOf,
  email: wordsOf,
  phone: phoneWords,
  note: wordsOf,
  linkedin_url: addressWords,
  portfolio_url: addressWords,
  feedback: wordsOf,
  question_answers: answerWords,
} as const satisfies Record<ApplicantColumn | 'feedback' | 'question_answers', (text: string) => string[]>

/** What of an application is searched. */
export type SearchedApplication = { id: number; job_id?: number | null | undefined } & {
  [Field in keyof typeof SEARCHED_FIELDS]?: string | null | undefined
}

/** How much of all answers is searched, in characters: the first, so that no form makes the index large. */
const MOST_ANSWER_CHARACTERS = 10_000

/** The words of what was answered; those of the questions would find every applicant of a posting. */
function answerWords(json: string): string[] {
  if (json === '' || json === '[]') return []
  const answers = (JSON.parse(json) as QuestionAnswer[]).flatMap(({ answer }) => answer)
  return wordsOf(answers.join('\n').slice(0, MOST_ANSWER_CHARACTERS))
}

const SEARCHED = Object.keys(SEARCHED_FIELDS) as (keyof typeof SEARCHED_FIELDS)[]

/** The words by which an application is found, each once, but for those of its resume. */
export function searchedWords(application: SearchedApplication): string[] {
  return [...new Set(SEARCHED.flatMap((field) => SEARCHED_FIELDS[field](application[field] ?? '')))]
}

/** Whether two states of an application differ in a searched field. */
export function isSearchedDifferently(before: SearchedApplication, after: SearchedApplication): boolean {
  return SEARCHED.some((field) => before[field] !== after[field])
}

/** The words of an address, without its scheme, which all have. */
function addressWords(address: string): string[] {
  return wordsOf(address.replace(/^https?:/i, ''))
}

/** What the applicant typed, out of a row that has more. */
export function applicantOf(row: Pick<ApplicationRow, ApplicantColumn>): Applicant {
  return Object.fromEntries(APPLICANT_FIELDS.map((field) => [field, row[APPLICANT_COLUMNS[field]]])) as Applicant
}

/** What the applicant typed, as the columns of a row. */
export function columnsOfApplicant(applicant: Applicant): Pick<ApplicationRow, ApplicantColumn> {
  const columns = APPLICANT_FIELDS.map((field) => [APPLICANT_COLUMNS[field], applicant[field]])
  return Object.fromEntries(columns) as Pick<ApplicationRow, ApplicantColumn>
}

/** The row of a new application, with the columns by which lists are sorted, counted and compared. */
export function applicationRow(application: NewApplicationRow) {
  const { name, email, phone, note } = application
  const digits = digitsOf(phone ?? '')
  return {
    ...application,
    name_key: normalise(name).slice(0, NAME_KEY_LENGTH).toWellFormed(),
    email_key: email.toLowerCase(),
    phone_digits: digits.length < SHORTEST_PHONE_KEY ? null : digits,
    is_recovery: note?.includes(RECOVERY_MARKER) ? (1 as const) : (0 as const),
  }
}
