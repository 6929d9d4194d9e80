import type { Application } from '../../../../contract/application.ts'
import type {
  ApplicationChange,
  MadeChange,
  RefusedApplication,
  UndoneChange,
} from '../../../../contract/application-changes.ts'
import { API, pathTo } from '../../../../contract/paths.ts'
import { ApiError } from '../../../api/api-error.ts'
import { readToken } from '../../../api/auth-store.ts'
import { jsonRequest } from '../../../api/json-request.ts'
import type { ToastMessage } from '../../../ui/toast-store.ts'

/** Changes status or archive of applications in one request, over the versions that were read. */
function sendChange(change: ApplicationChange, applications: Application[]): Promise<MadeChange> {
  const named = applications.map(({ id, version }) => ({ id, version }))
  return jsonRequest('POST', API.applicationChanges, { token: readToken(), body: { change, applications: named } })
}

/** Takes a change back. */
export function sendUndo(changeId: number): Promise<UndoneChange> {
  return jsonRequest('POST', pathTo(API.undoApplicationChange, changeId), { token: readToken() })
}

/**
 * Changes one application. Where a newer version has the value that the change is about, the change is based on that
 * version: only a change of the same field is a conflict.
 */
export async function changeOne(change: ApplicationChange, seen: Application): Promise<MadeChange> {
  const made = await sendChange(change, [seen])
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

/** The toast of an undo that failed as a whole: the server says when it is too late. */
export function describeUndoFailure(error: Error): ToastMessage {
  const isTooLate = error instanceof ApiError && (error.status === 404 || error.status === 409)
  return {
    title: 'Undo failed',
    description: (isTooLate && error.serverMessage) || 'The change could not be taken back. Please try again.',
    tone: 'error',
  }
}
