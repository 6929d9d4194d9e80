import { expect, expectTypeOf, test } from 'vitest'
import {
  APPLICANT_FIELD_NAMES,
  APPLICANT_FIELDS,
  type ApplicantField,
  NOTHING_GIVEN,
} from '../../../../contract/applications/applicant-fields.ts'
import type { Application } from '../../../../contract/applications/application.ts'
import type { ApplicationSummary } from '../../../../contract/applications/application-list.ts'
import type { ApplicationStatus } from '../../../../contract/applications/application-statuses.ts'
import { APPLICANT } from '../../../../test/factories.ts'
import type { ApplicationRow } from '../../../platform/database/tables.ts'
import type { Submission } from '../submission/store-application.ts'
import {
  type Applicant,
  applicantOf,
  columnsOfApplicant,
  isSearchedDifferently,
  SEARCHED_COLUMNS,
} from './application-fields.ts'

/** What the list would be with one more status. */
type MoreStatuses = ApplicationStatus | 'on-hold'

test('every field of the applicant is in the form, the response, the table and the search, as its entry says', () => {
  expectTypeOf<keyof Applicant>().toEqualTypeOf<ApplicantField>()
  expectTypeOf<keyof Submission['applicant']>().toEqualTypeOf<ApplicantField>()
  expectTypeOf<Application>().toExtend<Record<ApplicantField, unknown>>()
  type Column = (typeof APPLICANT_FIELDS)[ApplicantField]['column']
  expectTypeOf<ApplicationRow>().toExtend<Record<Column, string | null>>()
  expectTypeOf<typeof SEARCHED_COLUMNS>().toExtend<Record<Column, unknown>>()
})

test('one more status does not compile until it has a tab', () => {
  // @ts-expect-error The summary does not count it.
  const tabs = (summary: ApplicationSummary): Record<MoreStatuses, unknown> => summary.tabs
  expect(tabs).toBeDefined()
})

test('what an applicant typed is taken field by field, and nothing else with it', () => {
  const linkedinUrl = 'https://www.linkedin.com/in/ana'
  const applicant = { ...NOTHING_GIVEN, ...APPLICANT, linkedinUrl }
  const row = columnsOfApplicant(applicant)
  expect(row).toMatchObject({ ...APPLICANT, linkedin_url: linkedinUrl, portfolio_url: null })
  expect(Object.keys(row)).toEqual(Object.values(APPLICANT_FIELDS).map(({ column }) => column))
  expect(applicantOf({ ...row, ...{ status: 'pending' } })).toEqual(applicant)
  expect(Object.keys(applicantOf(row))).toEqual(APPLICANT_FIELD_NAMES)
})

test('a change of any searched field alters what a search finds, and no other change does', () => {
  const before = { ...APPLICANT, id: 1, feedback: 'Good' }
  for (const column of Object.keys(SEARCHED_COLUMNS)) {
    expect(isSearchedDifferently(before, { ...before, [column]: 'another text' })).toBe(true)
  }
  expect(isSearchedDifferently(before, { ...before, ...{ status: 'hired' } })).toBe(false)
})
