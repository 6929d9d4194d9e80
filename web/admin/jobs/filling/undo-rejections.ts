import type { UndoneChange } from '../../../../contract/application-changes.ts'
import type { ErrorCode } from '../../../../contract/error.ts'
import { ApiError } from '../../../api/api-error.ts'
import { undoChange } from '../../applications/changes/change-together.ts'

/** How far the undo of several changes has come. */
export type Undoing = {
  /** The changes still to be undone. */
  left: number[]
  /** What became of the others; null where a change had been undone already. */
  done: Array<UndoneChange | null>
}

/**
 * Undoes changes one after another. Each leaves `left` as soon as it is undone, so that a retry with the same object
 * goes on where the last attempt failed.
 * @throws ApiError for a refused request, TypeError when the network fails
 */
export async function undoRejections(undoing: Undoing): Promise<void> {
  for (let id = undoing.left[0]; id !== undefined; id = undoing.left[0]) {
    undoing.done.push(await undoOnce(id))
    undoing.left.shift()
  }
}

const ALREADY_UNDONE: ErrorCode = 'already_undone'

/** A change that is undone already is what was asked for: the response of the last attempt may have been lost. */
async function undoOnce(id: number): Promise<UndoneChange | null> {
  try {
    return await undoChange(id)
  } catch (error) {
    if (error instanceof ApiError && error.code === ALREADY_UNDONE) return null
    throw error
  }
}
