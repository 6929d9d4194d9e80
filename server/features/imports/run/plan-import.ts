import { createHash } from 'node:crypto'
import { IMPORT } from '../../../../contract/imports/import-limits.ts'
import type { ImportPlan, ImportProblem, PlannedRow } from '../../../../contract/imports/imports.ts'
import { emailKeyOf } from '../../../../contract/wire/email-address.ts'
import type { Db, ImportRow } from '../../../platform/database/tables.ts'
import { createYielder } from '../../../platform/yielding.ts'
import { type FileFinder, type FileMatch, fileFinder } from '../files/match-files.ts'
import type { ArchivedFile, OpenArchive } from '../files/read-archive.ts'
import { type PlannedApplication, rowPlanner } from '../plan/plan-row.ts'
import { findTwin } from './find-duplicates.ts'
import { headersOf, listOfAddresses, listRows, optionsOf, type StagedRow, type StoredTwin } from './import-queries.ts'

/** Rows that are planned together. */
const BATCH = 500

/** What a plan is made by. @property archive null without one */
type Planning = { db: Db; timeZone: string; now: Date; archive: OpenArchive | null }

/** A row with what would become of it. */
export type PlannedStep = PlannedRow & { usedFile: string | null }

/** Plans all rows of an import that wait, in their order. Nothing is stored, and no file is read. */
export async function* planRows(
  stored: ImportRow,
  { db, timeZone, now, archive }: Planning,
): AsyncGenerator<PlannedStep> {
  const options = optionsOf(stored)
  if (!options) return
  const plan = rowPlanner({ headers: headersOf(stored), options, timeZone, now })
  const find = archive && fileFinder(archive.files)
  const earlier = new EarlierRows()
  const yielder = createYielder()
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: StagedRow[] = await listRows(db, stored.id, { state: 'waiting', after, limit: BATCH })
    const plans = rows.map((row) => ({ row, plan: plan(row.cells) }))
    const keys = plans.flatMap(({ plan }) =>
      'application' in plan ? emailKeyOf(plan.application.applicant.email) : [],
    )
    const here = await listOfAddresses(db, keys)
    for (const { row, plan } of plans) {
      yield 'problems' in plan
        ? { ...shownRow(row), outcome: 'fail', name: '', file: null, usedFile: null, problems: plan.problems }
        : planned(row, plan.application, { here, earlier, find })
      if (yielder.isDue()) await yielder.yieldToOthers()
    }
    after = rows[BATCH - 1]?.number
  }
}

function planned(
  row: StagedRow,
  application: PlannedApplication,
  { here, earlier, find }: { here: ReadonlyMap<string, StoredTwin[]>; earlier: EarlierRows; find: FileFinder | null },
): PlannedStep {
  const { name, email } = application.applicant
  const isHere = findTwin(application, here.get(emailKeyOf(email))) !== undefined
  const isDuplicate = earlier.hasTwin(application) || isHere
  earlier.add(application)
  const { file, fault } = matched(find?.({ resume: application.resume, email }) ?? null)
  const value = application.resume ?? file?.name ?? ''
  const problems: ImportProblem[] = fault === null ? [] : [{ column: 'Resume file', value, message: fault }]
  return {
    ...shownRow(row),
    ...{ outcome: isDuplicate ? 'duplicate' : 'create', name, problems },
    file: file && fault === null ? file.name : null,
    usedFile: file?.name ?? null,
  }
}

function matched(match: FileMatch): { file: ArchivedFile | null; fault: string | null } {
  if (match === null) return { file: null, fault: null }
  return 'file' in match ? { file: match.file, fault: match.file.fault } : { file: null, fault: match.fault }
}

function shownRow({ line, cells }: StagedRow): Pick<PlannedRow, 'line' | 'cells'> {
  return { line, cells }
}

/** The applications of the rows before, as duplicates are told by; hashes, so that a hundred thousand take little memory. */
class EarlierRows {
  readonly #seen = new Set<string>()

  add(application: PlannedApplication): void {
    const { applicant, jobId, appliedAt } = application
    for (const what of [`job ${jobId}`, `at ${appliedAt} ${jobId}`]) this.#seen.add(hashOf(applicant.email, what))
    if (appliedAt !== null) this.#seen.add(hashOf(applicant.email, `at ${appliedAt}`))
  }

  hasTwin({ applicant, jobId, appliedAt }: PlannedApplication): boolean {
    if (jobId !== null)
      return this.#has(applicant.email, `job ${jobId}`) || this.#has(applicant.email, `at ${appliedAt} null`)
    return this.#has(applicant.email, appliedAt === null ? 'job null' : `at ${appliedAt}`)
  }

  #has(email: string, what: string): boolean {
    return this.#seen.has(hashOf(email, what))
  }
}

function hashOf(email: string, what: string): string {
  return createHash('sha256')
    .update(`${emailKeyOf(email)}\n${what}`)
    .digest('base64')
    .slice(0, 16)
}

/** What an import would do: its first rows, and how many of all. */
export async function planImport(stored: ImportRow, planning: Planning): Promise<ImportPlan> {
  const plan: ImportPlan = { rows: [], creates: 0, duplicates: 0, fails: 0, withFile: 0, unusedFiles: 0 }
  const used = new Set<string>()
  for await (const { usedFile, ...row } of planRows(stored, planning)) {
    if (plan.rows.length < IMPORT.shownRows) plan.rows.push(row)
    if (row.outcome === 'fail') plan.fails += 1
    else if (row.outcome === 'create') plan.creates += 1
    else plan.duplicates += 1
    if (row.file !== null) plan.withFile += 1
    if (usedFile !== null) used.add(usedFile)
  }
  return { ...plan, unusedFiles: (planning.archive?.files.length ?? 0) - used.size }
}
