import { expect, test } from 'vitest'
import { APPLICANT_FIELDS, type ApplicantField, type Application } from '../../../contract/applications/application.ts'
import type { ApplicationSummary } from '../../../contract/applications/application-list.ts'
import type { ApplicationStatus } from '../../../contract/applications/application-statuses.ts'
import { APPLICANT } from '../../../test/factories.ts'
import type { NewApplicationRow } from '../../platform/database/tables.ts'
import {
  type Applicant,
  applicantOf,
  columnsOfApplicant,
  isSearchedDifferently,
  SEARCHED_FIELDS,
} from './application-fields.ts'
import type { Submission } from './submission/store-application.ts'

/** What the lists would be with one more field and one more status. */
type MoreFields = ApplicantField | 'pronouns'
type MoreStatuses = ApplicationStatus | 'on-hold'

test('one more field of the applicant does not compile until each of these has it', () => {
  // @ts-expect-error The search knows no words of it.
  const searched: Record<MoreFields, unknown> = SEARCHED_FIELDS
  // @ts-expect-error The response does not have it.
  const response = (application: Application): Record<MoreFields, unknown> => application
  // @ts-expect-error The table has no column for it.
  const column = (row: NewApplicationRow): Record<MoreFields, unknown> => row
  // @ts-expect-error The form does not give it.
  const submitted = (submission: Submission): Record<MoreFields, unknown> => submission.applicant
  const all = (applicant: Applicant): Record<ApplicantField, unknown> => applicant
  expect([searched, response, column, submitted, all]).toHaveLength(5)
})

test('one more status does not compile until it has a tab', () => {
  // @ts-expect-error The summary does not count it.
  const tabs = (summary: ApplicationSummary): Record<MoreStatuses, unknown> => summary.tabs
  expect(tabs).toBeDefined()
})

test('what an applicant typed is taken field by field, and nothing else with it', () => {
  const links = { linkedinUrl: 'https://www.linkedin.com/in/ana', portfolioUrl: null }
  const row = columnsOfApplicant({ ...APPLICANT, ...links })
  expect(row).toEqual({ ...APPLICANT, linkedin_url: links.linkedinUrl, portfolio_url: null })
  expect(applicantOf({ ...row, ...{ status: 'pending' } })).toEqual({ ...APPLICANT, ...links })
  expect(Object.keys(applicantOf(row))).toEqual([...APPLICANT_FIELDS])
})

test('a change of any searched field alters what a search finds, and no other change does', () => {
  const before = { ...APPLICANT, id: 1, feedback: 'Good' }
  for (const field of Object.keys(SEARCHED_FIELDS)) {
    expect(isSearchedDifferently(before, { ...before, [field]: 'another text' })).toBe(true)
  }
  expect(isSearchedDifferently(before, { ...before, ...{ status: 'hired' } })).toBe(false)
})
