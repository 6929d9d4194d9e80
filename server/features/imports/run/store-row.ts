import type { Transaction } from 'kysely'
import { decisionOf, FIRST_STATUS } from '../../../../contract/applications/status-lists.ts'
import type { ImportedState } from '../../../../contract/imports/imported-states.ts'
import { nameKey } from '../../../../contract/team/name-key.ts'
import { MAXIMUM, TAG } from '../../../../contract/wire/limits.ts'
import type { NewApplicationRow, Tables } from '../../../platform/database/tables.ts'
import { lockAndFind } from '../../applications/changes/apply-changes.ts'
import { saveFeedbackVersion } from '../../applications/changes/feedback-versions.ts'
import {
  type applicationRow,
  columnsOfApplicant,
  applicationRow as rowOf,
} from '../../applications/stored/application-fields.ts'
import { insertApplication } from '../../applications/stored/application-queries.ts'
import { reindexApplication } from '../../applications/stored/application-search-queries.ts'
import { type Actor, recordAction } from '../../audit/audit-queries.ts'
import type { PlannedApplication } from '../plan/plan-row.ts'

/** How the applications of an import are stored. @property answerBy the day that is promised from now on */
export type Storing = {
  importId: number
  by: Actor | null
  now: Date
  answerBy: string
  tagIds: ReadonlyMap<string, number>
}

/** The name under which the operator’s command writes feedback. */
const OPERATOR = { id: 0, username: 'Import', displayName: null }

/**
 * Stores an application as another system had it. Its applicant is told nothing, and was promised nothing: a decision counts as known, and
 * one that still waits is promised an answer from the day of the import.
 */
export async function createImported(
  trx: Transaction<Tables>,
  { applicant, feedback, jobId, state, appliedAt, source, tags }: PlannedApplication,
  storing: Storing,
): Promise<number> {
  const { importId, by, now, answerBy } = storing
  const createdAt = appliedAt ?? now.toISOString()
  const id = await insertApplication(trx, {
    ...columnsOfApplicant(applicant),
    ...columnsOfState(state, { now, createdAt, by }),
    ...{ job_id: jobId, source, feedback, created_at: createdAt, answer_by: answerBy, import_id: importId },
    ...{ interview_date: null, idempotency_key: null, content_hash: '' },
  })
  if (feedback !== null) await saveFeedbackVersion(trx, { by: by ?? OPERATOR, now }, { id, text: feedback })
  await putTags(trx, id, tags, storing)
  await recordAction(trx, { by, now, id, subject: 'application', event: { action: 'imported' } })
  return id
}

function columnsOfState(
  state: ImportedState,
  { now, createdAt, by }: { now: Date; createdAt: string; by: Actor | null },
): Pick<NewApplicationRow, 'status' | 'archived' | 'withdrawn_at' | 'answered_status' | 'answered_at' | 'answered_by'> {
  const isWithdrawn = state === 'withdrawn'
  const status = state === 'archived' || isWithdrawn ? FIRST_STATUS : state
  const archived = state === 'archived' || isWithdrawn ? 1 : 0
  const known = isWithdrawn ? null : decisionOf({ status, archived })
  return {
    ...{ status, archived, withdrawn_at: isWithdrawn ? createdAt : null },
    ...(known !== null && {
      answered_status: known,
      answered_at: now.toISOString(),
      answered_by: (by ?? OPERATOR).displayName ?? (by ?? OPERATOR).username,
    }),
  }
}

/**
 * Fills in what an application lacks and a row has. What is stored stays, and so does its status.
 * @returns whether anything was lacking; undefined where the application is held back or gone
 */
export async function fillStored(
  trx: Transaction<Tables>,
  id: number,
  { applicant, feedback, source, tags }: PlannedApplication,
  storing: Storing,
): Promise<boolean | undefined> {
  const before = (await lockAndFind(trx, [id])).get(id)
  if (before?.quarantined !== 0) return undefined
  const given = { ...columnsOfApplicant(applicant), source, feedback }
  const lacking = Object.entries(given).filter(
    ([column, value]) => value !== null && before[column as keyof typeof given] === null,
  )
  const changes = Object.fromEntries(lacking) as Partial<typeof given>
  const hasTags = await putTags(trx, id, tags, storing)
  if (lacking.length === 0) return hasTags
  const {
    phone_digits,
  }: Pick<ReturnType<typeof applicationRow>, 'phone_digits'> = rowOf({
    ...before,
    ...changes,
    idempotency_key: null,
    content_hash: '',
  })
  await trx
    .updateTable('applications')
    .set((update) => ({ ...changes, phone_digits, version: update('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await reindexApplication(trx, before, { ...before, ...changes })
  const { by, now } = storing
  if (changes.feedback)
    await saveFeedbackVersion(
      trx,
      { by: by ?? OPERATOR, now },
      { id, text: changes.feedback.slice(0, MAXIMUM.feedback) },
    )
  const event = { action: 'import_filled' } as const
  await recordAction(trx, { by, now, id, version: before.version + 1, subject: 'application', event })
  return true
}

/** Puts tags on an application, as many as it can have. @returns whether it has got one */
async function putTags(
  trx: Transaction<Tables>,
  id: number,
  names: readonly string[],
  { tagIds }: Pick<Storing, 'tagIds'>,
): Promise<boolean> {
  const ids = names.flatMap((name) => tagIds.get(nameKey(name)) ?? [])
  if (ids.length === 0) return false
  const rows = await trx.selectFrom('application_tags').select('tag_id').where('application_id', '=', id).execute()
  const present = new Set(rows.map(({ tag_id }) => tag_id))
  const added = [...new Set(ids)].filter((tag) => !present.has(tag)).slice(0, TAG.mostOfApplication - present.size)
  if (added.length === 0) return false
  await trx
    .insertInto('application_tags')
    .values(added.map((tag_id) => ({ application_id: id, tag_id })))
    .execute()
  return true
}
