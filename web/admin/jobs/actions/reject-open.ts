import type { ApplicantBoard } from '../../../../contract/applications/applicant-board.ts'
import type { MadeChange, RefusedApplication } from '../../../../contract/applications/application-changes.ts'
import { isOpen } from '../../../../contract/applications/status-lists.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { BOARD_COLUMN, MAX_CHANGED_TOGETHER } from '../../../../contract/wire/limits.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { readToken } from '../../../api/auth-store.ts'
import { jsonRequest } from '../../../api/json-request.ts'
import type { SeenApplication } from '../../applications/changes/row-changes.ts'
import { sendChange } from '../../applications/changes/use-changes.ts'

/** What became of the open applications: the changes that an undo names, how many were rejected, and who was not. */
export type Rejection = {
  changes: number[]
  count: number
  refused: RefusedApplication[]
  /** The messages that the rejections have written. */
  messages: MadeChange['messages']
  /** Why the rest were not rejected, after some were. */
  error?: Error
}

/**
 * Rejects all applications of a posting that still wait for a decision, up to 500 in one request. An application that is
 * changed meanwhile is refused and stays as it is.
 * @throws ApiError or TypeError when a request failed before any application was rejected
 */
export async function rejectOpen(jobId: number): Promise<Rejection> {
  const all: Rejection = {
    changes: [],
    count: 0,
    refused: [],
    messages: { drafts: [], waiting: [], byHand: [], isMailed: true },
  }
  try {
    await rejectInto(all, jobId)
  } catch (error) {
    // What was rejected before stays so: thrown away with the error, it could no longer be undone.
    if (all.changes.length === 0) throw error
    all.error = error as Error
  }
  return all
}

async function rejectInto(all: Rejection, jobId: number): Promise<void> {
  for (;;) {
    const refusedIds = new Set(all.refused.map(({ id }) => id))
    const open = (await readOpen(jobId)).filter(({ id }) => !refusedIds.has(id)).slice(0, MAX_CHANGED_TOGETHER)
    if (open.length === 0) return
    const { ids, changed, refused, messages } = await sendChange({ change: { status: 'rejected' }, applications: open })
    all.changes.push(...ids)
    all.count += changed.length
    all.refused.push(...refused)
    all.messages.drafts.push(...messages.drafts)
    all.messages.waiting.push(...messages.waiting)
    all.messages.byHand.push(...messages.byHand)
    all.messages.isMailed = messages.isMailed
    if (changed.length + refused.length === 0) return
  }
}

async function readOpen(jobId: number): Promise<SeenApplication[]> {
  const address = `${pathTo(ADMIN_API.applicantBoard, jobId)}?limit=${BOARD_COLUMN.most}`
  const { columns } = await jsonRequest<ApplicantBoard>('GET', address, { token: readToken() })
  const open = columns.filter(({ status }) => isOpen(status))
  return open.flatMap(({ status, cards }) => cards.map((card) => ({ ...card, status, archived: false })))
}
