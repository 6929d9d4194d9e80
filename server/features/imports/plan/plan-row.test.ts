import { expect, test } from 'vitest'
import type { ImportField } from '../../../../contract/imports/import-fields.ts'
import type { ImportOptions } from '../../../../contract/imports/imports.ts'
import { rowPlanner } from './plan-row.ts'

const RULES = { timeZone: 'America/Chicago', now: new Date('2026-11-30T12:00:00Z') }

function plan(
  row: Record<string, string>,
  columns: Record<string, ImportField | null>,
  options: Partial<ImportOptions> = {},
) {
  const headers = Object.keys(columns)
  const rest: Omit<ImportOptions, 'columns'> = { statuses: [], jobs: [], dateOrder: 'mdy', duplicates: 'skip' }
  const planned = rowPlanner({ ...RULES, headers, options: { columns: Object.values(columns), ...rest, ...options } })
  return planned(headers.map((header) => row[header] ?? ''))
}

const PERSON = { First: 'firstName', Last: 'lastName', Mail: 'email' } as const
const ANA = { First: 'Ana', Last: 'Núñez', Mail: ' ana@example.com ' }

test('a row becomes an application with all that it says', () => {
  const columns = {
    ...PERSON,
    ...({ Cell: 'phone', Home: 'phone', Job: 'job', Stage: 'status', When: 'appliedAt', From: 'source' } as const),
    ...({ Tags: 'tags', File: 'resume', Web: 'portfolioUrl', Letter: 'note', Notes: 'feedback', Id: null } as const),
  } as const
  const row = {
    ...ANA,
    ...{
      Cell: '+1 432 555 0142',
      Home: '432 555 0100',
      Job: 'Flow engineer',
      Stage: 'Phone screen',
      When: '03/31/2025',
    },
    ...{
      From: 'LinkedIn Jobs',
      Tags: 'PLC; SCADA, plc',
      File: 'ana.pdf',
      Web: 'ana.example.com',
      Letter: 'I like flow.',
      Notes: 'Strong',
    },
  }
  const options = {
    statuses: [{ text: 'Phone screen', state: 'reviewing' as const }],
    jobs: [{ text: 'Flow engineer', jobId: 7 }],
  }
  expect(plan(row, columns, options)).toEqual({
    application: {
      applicant: {
        ...{ name: 'Ana Núñez', email: 'ana@example.com', phone: '+1 432 555 0142', note: 'I like flow.' },
        ...{ linkedinUrl: null, portfolioUrl: 'https://ana.example.com' },
      },
      ...{ jobId: 7, state: 'reviewing', source: 'linkedin-jobs', tags: ['PLC', 'SCADA'], resume: 'ana.pdf' },
      appliedAt: '2025-03-31T17:00:00.000Z',
      feedback: 'Home: 432 555 0100\nNotes: Strong',
    },
  })
})

test('what no field takes is kept as feedback: a position without a posting, a wrong address, a second mail, too long a tag', () => {
  const columns = { ...PERSON, Mail2: 'email', Job: 'job', Site: 'linkedinUrl', Tags: 'tags' } as const
  const tag = 'x'.repeat(31)
  const row = { ...ANA, Mail2: 'other@example.com', Job: 'Welder', Site: 'none yet', Tags: `ok,${tag}` }
  const kept = `Mail2: other@example.com\nSite: none yet\nApplied for: Welder\nTags: ${tag}`
  expect(plan(row, columns)).toMatchObject({ application: { jobId: null, tags: ['ok'], feedback: kept } })
})

test.each([
  [
    { ...ANA, Mail: '' },
    'email',
    [{ column: '', value: '', message: 'This row has no email address. Add one, or remove the row.' }],
  ],
  [
    { ...ANA, Mail: 'ana at example' },
    'a wrong email',
    [{ column: 'Mail', value: 'ana at example', message: 'Invalid email address. Correct it in the table.' }],
  ],
  [
    { Mail: 'ana@example.com' },
    'name',
    [{ column: '', value: '', message: 'This row has no name. Add one, or remove the row.' }],
  ],
  [
    { ...ANA, When: '31/03/2025' },
    'a day in another order',
    [
      {
        column: 'When',
        value: '31/03/2025',
        message: 'This is no date. Write it as 2026-03-31, or choose the order of day and month that the file has.',
      },
    ],
  ],
  [
    { ...ANA, When: '2030-01-01' },
    'the future',
    [
      {
        column: 'When',
        value: '2030-01-01',
        message: 'This is in the future. Choose the order of day and month that the file has.',
      },
    ],
  ],
  [
    { ...ANA, Note: 'x'.repeat(20_001) },
    'too long a note',
    [
      {
        column: 'Note',
        value: 'x'.repeat(200),
        message: 'Note of the applicant has at most 20,000 characters. Shorten it, or leave columns out.',
      },
    ],
  ],
] as const)('%j says what is wrong and what to do: %s', (row, _what, problems) => {
  expect(plan(row, { ...PERSON, When: 'appliedAt', Note: 'note' })).toEqual({ problems })
})

test('everything that is wrong with a row is said at once', () => {
  expect(plan({ Mail: 'x', When: 'y' }, { ...PERSON, When: 'appliedAt' })).toMatchObject({
    problems: [{ column: '' }, { column: 'Mail' }, { column: 'When' }],
  })
})
