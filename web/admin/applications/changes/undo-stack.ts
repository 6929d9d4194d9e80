import type { UndoneChange } from '../../../../contract/applications/application-changes.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import type { ErrorCode } from '../../../../contract/wire/error.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { ApiError } from '../../../api/api-error.ts'
import { readToken, readUser } from '../../../api/auth-store.ts'
import { jsonRequest } from '../../../api/json-request.ts'

/** One action of an admin that can be taken back. */
export type UndoStep = {
  /** What it is called, as in `Change undone`. */
  noun: string
  /** What its applications are after the undo, as in `4 applications are open again`; without it they are named. */
  outcome?: string
  /** What the undo does not change, as a sentence. */
  remains?: string
  /** The changes that the server made of it and that are not undone yet; none before its response. */
  changes: number[]
  /** What became of the others; null where a change had been undone already. */
  done: Array<UndoneChange | null>
}

/** All pages share one stack: `Z` takes back the newest step, wherever it was made. */
let stack: Array<{ step: UndoStep; author: string | undefined }> = []

/** Puts a step on top of the stack of the signed-in admin. */
export function pushStep(step: UndoStep): void {
  dropStep(step)
  stack.push({ step, author: readUser()?.username })
}

/** Takes a step off the stack; false if it was not there. */
export function dropStep(step: UndoStep): boolean {
  const before = stack.length
  stack = stack.filter((one) => one.step !== step)
  return stack.length < before
}

/** The newest step of the signed-in admin, or the one that made a change. */
export function findStep(changeId?: number): UndoStep | undefined {
  const author = readUser()?.username
  const isMeant = (step: UndoStep) => changeId === undefined || step.changes.includes(changeId)
  return stack.findLast((one) => one.author === author && isMeant(one.step))?.step
}

/**
 * Notes the changes that the server made of a step. A repeated change has the id of the first: only the newest step keeps
 * it, and a step without changes leaves the stack.
 */
export function noteChanges(step: UndoStep, ids: number[]): void {
  for (const id of ids) {
    const first = findStep(id)
    if (!first) continue
    first.changes = first.changes.filter((one) => one !== id)
    if (first.changes.length === 0) dropStep(first)
  }
  step.changes.push(...ids)
  if (step.changes.length === 0) dropStep(step)
}

/**
 * Undoes the changes of a step, newest first. Each leaves `changes` as soon as it is undone, so that another attempt
 * goes on where this one failed.
 * @throws ApiError for a refused request, TypeError when the network fails
 */
export async function undoStep({ changes, done }: UndoStep): Promise<void> {
  for (let id = changes.at(-1); id !== undefined; id = changes.at(-1)) {
    done.push(await undoOnce(id))
    changes.pop()
  }
}

const ALREADY_UNDONE: ErrorCode = 'already_undone'

/** A change that is undone already is what was asked for: the response of the last attempt may have been lost. */
async function undoOnce(id: number): Promise<UndoneChange | null> {
  try {
    return await jsonRequest<UndoneChange>('POST', pathTo(ADMIN_API.undoApplicationChange, id), { token: readToken() })
  } catch (error) {
    if (error instanceof ApiError && error.code === ALREADY_UNDONE) return null
    throw error
  }
}
