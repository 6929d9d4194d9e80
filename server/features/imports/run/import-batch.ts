import type { Transaction } from 'kysely'
import pLimit from 'p-limit'
import type { ImportOptions, ImportProblem } from '../../../../contract/imports/imports.ts'
import { addDays } from '../../../../contract/promise/calendar-days.ts'
import { emailKeyOf } from '../../../../contract/wire/email-address.ts'
import { acquireLock, lockRow } from '../../../platform/database/row-locks.ts'
import type { ImportRow, Tables } from '../../../platform/database/tables.ts'
import { insertReceived, type ScannedResume } from '../../applications/submission/store-resume.ts'
import { recordAction } from '../../audit/audit-queries.ts'
import type { Services } from '../../feature.ts'
import { type SavedFile, savePrimary } from '../../resumes/primary-store.ts'
import { findCurrentResume } from '../../resumes/resume-queries.ts'
import { findOrMakeTags } from '../../tags/change-tags.ts'
import type { FileFinder } from '../files/match-files.ts'
import { takeFile } from '../files/take-file.ts'
import { type PlannedApplication, rowPlanner } from '../plan/plan-row.ts'
import { findTwin } from './find-duplicates.ts'
import {
  addCounts,
  findAuthor,
  findImport,
  headersOf,
  listOfAddresses,
  listRows,
  listStillWaiting,
  optionsOf,
  type RowOutcome,
  type StagedRow,
  settleRow,
} from './import-queries.ts'
import { createImported, fillStored, type Storing } from './store-row.ts'

/** Rows of one transaction: few enough that no other request waits noticeably for SQLite. */
const BATCH = 20
/** Files that are taken at once; the validator checks them one after the other. */
const FILES_AT_ONCE = 8
/** Whose turn the reading of imported resumes is: theirs are no delay for applicants. */
const SHARE = 'import'
/** Two imports never look for the same application at once. */
const IMPORTS_LOCK = 'imports'

/** What an import needs of the program; the operator’s command makes it without a server. */
export type Importing = Pick<
  Services,
  'db' | 'stores' | 'clock' | 'today' | 'validator' | 'scan' | 'log' | 'config'
> & {
  /** Days within which an application that waits is promised an answer. */
  answerWithinDays(): Promise<number>
}

/** @property find null without an archive of files */
type Batch = { importing: Importing; stored: ImportRow; find: FileFinder | null }

/** A row that is ready to be stored. */
type Ready = {
  row: StagedRow
  application: PlannedApplication
  problems: ImportProblem[]
  file: { resume: ScannedResume; saved: SavedFile } | null
}

/** A row that is not imported. */
type Failed = { row: StagedRow; problems: ImportProblem[] }

/**
 * Imports the next rows that wait: first their files, durably, then in one transaction everything that names them.
 * @returns whether there may be more
 */
export async function importBatch(batch: Batch): Promise<boolean> {
  const { importing, stored } = batch
  const options = optionsOf(stored)
  const rows = await listRows(importing.db, stored.id, { state: 'waiting', limit: BATCH })
  if (rows.length === 0 || !options) return false
  const now = importing.clock()
  const { timeZone } = importing.config.company
  const plan = rowPlanner({ headers: headersOf(stored), options, timeZone, now })
  const failed: Failed[] = []
  const planned: Omit<Ready, 'problems' | 'file'>[] = []
  for (const row of rows) {
    const read = plan(row.cells)
    if ('problems' in read) failed.push({ row, problems: read.problems })
    else planned.push({ row, application: read.application })
  }
  await using files = new AsyncDisposableStack()
  const ready = await prepareFiles(batch, { planned, options, files })
  const saved = ready.flatMap(({ file }) => file?.saved ?? [])
  try {
    return await storeBatch(batch, { failed, ready, options, now })
  } catch (error) {
    for (const file of saved) noteFailure(file, error)
    throw error
  }
}

/** A file whose row may have been committed stays; the sweeper moves it aside if it was not. */
function noteFailure(file: SavedFile, error: unknown): void {
  try {
    file.failed(error)
  } catch {
    // It throws the error that it was given.
  }
}

async function prepareFiles(
  { importing, find }: Batch,
  {
    planned,
    options,
    files,
  }: { planned: Omit<Ready, 'problems' | 'file'>[]; options: ImportOptions; files: AsyncDisposableStack },
): Promise<Ready[]> {
  if (!find) return planned.map((each) => ({ ...each, problems: [], file: null }))
  const keys = planned.map(({ application }) => keyOf(application))
  const here = await listOfAddresses(importing.db, keys)
  const limit = pLimit(FILES_AT_ONCE)
  const header = options.columns.includes('resume') ? 'Resume file' : ''
  const prepare = async ({ row, application }: (typeof planned)[number]): Promise<Ready> => {
    // A row that is skipped needs no file.
    const isSkipped = options.duplicates === 'skip' && findTwin(application, here.get(keyOf(application))) !== undefined
    if (isSkipped) return { row, application, problems: [], file: null }
    return { row, application, ...(await prepareFile({ importing, find, application, header, files })) }
  }
  // All of them, before a fault is thrown: nothing goes on in the background.
  const settled = await Promise.allSettled(planned.map((each) => limit(() => prepare(each))))
  return settled.map((each) => {
    if (each.status === 'rejected') throw each.reason
    return each.value
  })
}

async function prepareFile({
  importing,
  find,
  application,
  header,
  files,
}: {
  importing: Importing
  find: FileFinder
  application: PlannedApplication
  header: string
  files: AsyncDisposableStack
}): Promise<Pick<Ready, 'problems' | 'file'>> {
  const { resume, applicant } = application
  const match = find({ resume, email: applicant.email })
  if (match === null) return { problems: [], file: null }
  const value = resume ?? ('file' in match ? match.file.name : '')
  const without = (message: string) => ({ problems: [{ column: header, value, message }], file: null })
  if ('fault' in match) return without(match.fault)
  const taken = await takeFile(importing, match.file)
  if ('fault' in taken) return without(`${taken.fault} The application was imported without it.`)
  const outbox = { wake: () => undefined }
  const saved = files.use(await savePrimary({ ...importing, outbox }, taken.resume, importing.log))
  return { problems: [], file: { resume: taken.resume, saved } }
}

/** Stores what was prepared. Rows that another worker has imported since stay as they are. @returns false where the import was undone */
async function storeBatch(
  { importing, stored }: Batch,
  { failed, ready, options, now }: { failed: Failed[]; ready: Ready[]; options: ImportOptions; now: Date },
): Promise<boolean> {
  const { db, today } = importing
  const by = await findAuthor(db, stored.account_id)
  const answerBy = addDays(today().date, await importing.answerWithinDays())
  return db.transaction().execute(async (trx) => {
    await acquireLock(trx, IMPORTS_LOCK)
    await lockRow(trx, 'imports', stored.id)
    if ((await findImport(trx, stored.id)).state !== 'running') return false
    const numbers = [...failed, ...ready].map(({ row }) => row.number)
    const waiting = await listStillWaiting(trx, stored.id, numbers)
    const tags = ready.flatMap(({ application }) => application.tags)
    const tagIds = tags.length > 0 ? await findOrMakeTags(trx, { by, now }, tags) : new Map<string, number>()
    const storing = { importId: stored.id, by, now, answerBy, tagIds }
    const outcomes: (RowOutcome & { hasFile: boolean })[] = []
    for (const { row, problems } of failed.filter((each) => waiting.has(each.row.number))) {
      outcomes.push({ state: 'failed', problems, hasFile: false })
      await settleRow(trx, stored.id, row.number, { state: 'failed', problems })
    }
    for (const each of ready.filter(({ row }) => waiting.has(row.number))) {
      const outcome = await storeReady(trx, importing, each, { ...storing, duplicates: options.duplicates })
      outcomes.push(outcome)
      await settleRow(trx, stored.id, each.row.number, outcome)
    }
    const count = (state: RowOutcome['state']) => outcomes.filter((outcome) => outcome.state === state).length
    await addCounts(trx, stored.id, {
      ...{ created: count('created'), updated: count('updated'), skipped: count('skipped'), failed: count('failed') },
      files: outcomes.filter(({ hasFile }) => hasFile).length,
    })
    return true
  })
}

async function storeReady(
  trx: Transaction<Tables>,
  { stores }: Pick<Importing, 'stores'>,
  { application, problems, file }: Ready,
  { duplicates, ...storing }: Storing & { duplicates: ImportOptions['duplicates'] },
): Promise<RowOutcome & { hasFile: boolean }> {
  const { by, now } = storing
  const emailKey = keyOf(application)
  const twin = findTwin(application, (await listOfAddresses(trx, [emailKey])).get(emailKey))
  const putFile = async (applicationId: number) => {
    if (!file) return false
    await insertReceived(trx, stores, { applicationId, resume: file.resume, saved: file.saved, now, share: SHARE })
    await file.saved.confirm(trx)
    return true
  }
  if (!twin) {
    const id = await createImported(trx, application, storing)
    return { state: 'created', problems, applicationId: id, emailKey, hasFile: await putFile(id) }
  }
  if (duplicates === 'skip') return { state: 'skipped', problems: [], emailKey, hasFile: false }
  const filled = await fillStored(trx, twin.id, application, storing)
  const needsFile = filled !== undefined && !(await findCurrentResume(trx, twin.id))
  const hasFile = needsFile && (await putFile(twin.id))
  const event = { action: 'import_filled' } as const
  if (hasFile && !filled) await recordAction(trx, { by, now, id: twin.id, subject: 'application', event })
  return { state: filled || hasFile ? 'updated' : 'skipped', problems: needsFile ? problems : [], emailKey, hasFile }
}

function keyOf({ applicant }: PlannedApplication): string {
  return emailKeyOf(applicant.email)
}
