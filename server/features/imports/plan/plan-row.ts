import { submittedSchemas } from '../../../../contract/applications/applicant-schemas.ts'
import { IMPORT_FIELDS, type ImportField } from '../../../../contract/imports/import-fields.ts'
import type { ImportedState } from '../../../../contract/imports/imported-states.ts'
import type { ImportOptions, ImportProblem } from '../../../../contract/imports/imports.ts'
import { readSource } from '../../../../contract/jobs/link-source.ts'
import { LONGEST_SOURCE, MAXIMUM, TAG } from '../../../../contract/wire/limits.ts'
import {
  cleanLine,
  cleanText,
  firstCharacters,
  unixLines,
  visibleLength,
} from '../../../../contract/wire/text-rules.ts'
import type { Applicant } from '../../applications/stored/application-fields.ts'
import { readDate } from './read-date.ts'

/** An application as a row has it. */
export type PlannedApplication = {
  applicant: Applicant
  /** What colleagues wrote, and what no field takes. */
  feedback: string | null
  jobId: number | null
  state: ImportedState
  /** Null where the row does not say when. */
  appliedAt: string | null
  source: string | null
  tags: string[]
  /** The name of its file, as the row gives it. */
  resume: string | null
}

/** What a row comes to: an application, or what keeps it from being one. */
export type RowPlan = { application: PlannedApplication } | { problems: ImportProblem[] }

/** What rows are read by. */
type RowRules = { headers: readonly string[]; options: ImportOptions; timeZone: string; now: Date }

/** Characters of a value that a problem names. */
const SHOWN_VALUE = 200

type Cell = { header: string; value: string }

/** Makes what reads the rows of a table: each gives a valid application, or says column, value and what to do. */
export function rowPlanner({ headers, options, timeZone, now }: RowRules): (cells: readonly string[]) => RowPlan {
  const columns = Map.groupBy(options.columns.keys(), (index) => options.columns[index] ?? null)
  const states = new Map(options.statuses.map(({ text, state }) => [text, state]))
  const jobs = new Map(options.jobs.map(({ text, jobId }) => [text, jobId]))

  const cellsOf = (cells: readonly string[]) => (field: ImportField) =>
    (columns.get(field) ?? []).flatMap((index) => {
      const value = cleanText(unixLines(cells[index] ?? '')).trim()
      return value === '' ? [] : [{ header: headers[index] || `Column ${index + 1}`, value }]
    })

  return (cells) => {
    const row = createRow(cellsOf(cells))
    const applicant = readApplicant(row)
    const [status] = row.cells('status')
    const application = {
      jobId: readJob(row, jobs),
      state: (status && states.get(status.value)) ?? 'pending',
      appliedAt: readAppliedAt(row, { order: options.dateOrder, timeZone, now }),
      source: readImportedSource(row),
      tags: readTags(row),
      resume: row.cells('resume')[0]?.value ?? null,
      // Last: it takes what the others leave.
      feedback: row.joined('feedback', MAXIMUM.feedback, row.kept),
    }
    if (row.problems.length > 0 || applicant === undefined) return { problems: row.problems }
    return { application: { applicant, ...application } }
  }
}

function readApplicant(row: Row): Applicant | undefined {
  const name = readName(row)
  const email = row.checked(
    'email',
    submittedSchemas.email,
    'This row has no email address. Add one, or remove the row.',
  )
  const others = {
    phone: readPhone(row),
    linkedinUrl: row.orFeedback('linkedinUrl', submittedSchemas.linkedinUrl),
    portfolioUrl: row.orFeedback('portfolioUrl', submittedSchemas.portfolioUrl),
    note: row.joined('note', MAXIMUM.wholeNote),
  }
  return name === undefined || email === undefined ? undefined : { name, email, ...others }
}

/** The posting; a position that is mapped to none becomes feedback. */
function readJob(row: Row, jobs: ReadonlyMap<string, number | null>): number | null {
  const [job] = row.cells('job')
  const jobId = (job && jobs.get(job.value)) ?? null
  if (job && jobId === null) row.keep({ ...job, header: 'Applied for' })
  return jobId
}

function readAppliedAt(row: Row, rules: Parameters<typeof readDate>[1]): string | null {
  const [applied] = row.cells('appliedAt')
  if (!applied) return null
  const read = readDate(applied.value, rules)
  if ('instant' in read) return read.instant
  row.problem(applied, `This ${read.fault}.`)
  return null
}

type Schema<Value> = {
  safeParse(
    value: string,
  ): { success: true; data: Value } | { success: false; error: { issues: { message: string }[] } }
}

/** Reads the fields of one row, and gathers what is wrong and what is kept as feedback. */
function createRow(cells: (field: ImportField) => Cell[]) {
  const problems: ImportProblem[] = []
  const kept: Cell[] = []
  const keep = (cell: Cell) => void kept.push(cell)
  const problem = (cell: Cell | undefined, message: string) =>
    void problems.push({
      column: cell?.header ?? '',
      value: firstCharacters(cell?.value ?? '', SHOWN_VALUE),
      message,
    })
  return {
    ...{ cells, problems, kept, keep, problem },

    /** The first value, which has to be valid. The others become feedback. */
    checked: <Value>(field: ImportField, schema: Schema<Value>, missing: string): Value | undefined => {
      const [first, ...others] = cells(field)
      for (const other of others) if (other.value !== first?.value) keep(other)
      const read = first && schema.safeParse(first.value)
      if (read?.success) return read.data
      problem(first, read ? `${read.error.issues[0]?.message ?? 'Invalid'}. Correct it in the table.` : missing)
      return undefined
    },

    /** The value where it is valid; anything else becomes feedback. */
    orFeedback: <Value>(field: ImportField, schema: Schema<Value | null>): Value | null => {
      const [first] = cells(field)
      const read = first && schema.safeParse(first.value)
      if (first && !read?.success) keep(first)
      return read?.success ? read.data : null
    },

    /** All values one below the other, each after its header where there are several. */
    joined: (field: ImportField, maximum: number, further: readonly Cell[] = []): string | null => {
      const own = cells(field)
      const isAlone = own.length + further.length === 1 && further.length === 0
      const text = isAlone
        ? (own[0]?.value ?? '')
        : [...further, ...own].map(({ header, value }) => `${header}: ${value}`).join('\n')
      // Characters as the schemas count them.
      if (text.length > maximum && firstCharacters(text, maximum).length < text.length)
        problem(
          own[0] ?? further[0],
          `${IMPORT_FIELDS[field].label} has at most ${maximum.toLocaleString('en-US')} characters. Shorten it, or leave columns out.`,
        )
      return text === '' ? null : text
    },
  }
}

type Row = ReturnType<typeof createRow>

function readName(row: Row): string | undefined {
  const [whole] = row.cells('name')
  const [first, last] = [row.cells('firstName')[0], row.cells('lastName')[0]]
  const cell =
    whole ?? (first && last ? { header: first.header, value: `${first.value} ${last.value}` } : (first ?? last))
  const read = cell && submittedSchemas.name.safeParse(cell.value)
  if (read?.success) return read.data
  row.problem(
    cell,
    read
      ? `${read.error.issues[0]?.message ?? 'Invalid'}. Correct it in the table.`
      : 'This row has no name. Add one, or remove the row.',
  )
  return undefined
}

/** The first number that can be one. Unlike that of a form it may be short: nobody can be asked for it again. */
function readPhone(row: Row): string | null {
  let phone: string | null = null
  for (const cell of row.cells('phone')) {
    const line = cleanLine(cell.value)
    const isNumber = /\d{3}/.test(line.replaceAll(/\D/g, '')) && line.length <= MAXIMUM.phone && visibleLength(line) > 0
    if (phone === null && isNumber) phone = line
    else if (line !== phone) row.keep(cell)
  }
  return phone
}

/** A source as links have it: `LinkedIn Jobs` becomes `linkedin-jobs`. What has no such form becomes feedback. */
function readImportedSource(row: Row): string | null {
  const [cell] = row.cells('source')
  if (!cell) return null
  const plain = cell.value.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  const source = readSource(
    plain
      .toLowerCase()
      .split(/[^a-z0-9._]+/)
      .filter(Boolean)
      .join('-')
      .slice(0, LONGEST_SOURCE),
  )
  if (source === null) row.keep(cell)
  return source
}

/** The tags of a row, as many and as long as an application can have; others become feedback. */
function readTags(row: Row): string[] {
  const tags: string[] = []
  for (const { header, value } of row.cells('tags'))
    for (const part of value.split(/[,;|\n]/)) {
      const tag = cleanLine(part.replaceAll(/["[\]]/g, ''))
      if (tag === '' || tags.some((each) => each.toLowerCase() === tag.toLowerCase())) continue
      if (tags.length < TAG.mostOfApplication && [...tag].length <= TAG.longest) tags.push(tag)
      else row.keep({ header, value: tag })
    }
  return tags
}
