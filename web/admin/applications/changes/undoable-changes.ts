import type { Application } from '../../../../contract/application.ts'
import type { ApplicationChange, MadeChange, RefusedApplication } from '../../../../contract/application-changes.ts'
import { ApiError } from '../../../api/api-error.ts'
import type { ToastMessage } from '../../../ui/toast-store.ts'
import { changeTogether } from './change-together.ts'

/**
 * Changes one application. Where a newer version has the value that the change is about, the change is based on that
 * version: only a change of the same field is a conflict.
 */
export async function changeOne(change: ApplicationChange, seen: Application): Promise<MadeChange> {
  const made = await changeTogether(change, [{ id: seen.id, version: seen.version }])
  const stored = made.refused.find(({ reason }) => reason === 'changed_meanwhile')?.stored
  return stored && isUntouched(change, seen, stored) ? changeOne(change, stored) : made
}

function isUntouched(change: ApplicationChange, seen: Application, stored: Application): boolean {
  return 'status' in change ? seen.status === stored.status : seen.archived === stored.archived
}

/** Why an application was refused, as a sentence after its name. */
export function describeRefusal({ reason }: Pick<RefusedApplication, 'reason'>): string {
  if (reason === 'changed_meanwhile') return 'was changed by another admin meanwhile.'
  return reason === 'not_found' ? 'no longer exists.' : 'is in quarantine.'
}

/** Whether an undo was refused because the change can no longer be undone: another attempt would be refused too. */
export function isTooLate(error: Error): error is ApiError {
  return error instanceof ApiError && (error.status === 404 || error.status === 409)
}

/** The toast of an undo that failed as a whole: the server says when it is too late. */
export function describeUndoFailure(error: Error): ToastMessage {
  return {
    title: 'Undo failed',
    description: (isTooLate(error) && error.serverMessage) || 'The change could not be taken back. Please try again.',
    tone: 'error',
  }
}
