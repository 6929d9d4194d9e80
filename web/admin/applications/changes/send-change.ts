import type { Application } from '../../../../contract/application.ts'
import type { HistoryEntry } from '../../../../contract/history.ts'
import { API, pathTo } from '../../../../contract/paths.ts'
import { readToken } from '../../../api/auth-store.ts'
import { saveWithRebase } from '../../../api/edit-conflict.ts'
import { jsonRequest } from '../../../api/json-request.ts'
import type { Change } from './application-changes.ts'

/** The version that each application has since this page changed it, by the version that the change was based on. */
const ownVersions = new Map<number, { base: number; version: number }>()

/**
 * Sends the change of one application by the requests of `spec.md` section 7, with the version that was read. Where a
 * newer version has the same value that the change was based on, the change is made on that version.
 * @returns the stored application; undefined after a deletion
 * @throws ApiError `changed_meanwhile` when another admin has changed the same value
 */
export async function sendChange(change: Change): Promise<Application | undefined> {
  const { application } = change
  if (change.kind === 'delete') {
    return jsonRequest('DELETE', pathTo(API.adminApplication, application.id), { token: readToken() })
  }
  const own = ownVersions.get(application.id)
  const seen = own?.base === application.version ? { ...application, version: own.version } : application
  const stored = await saveWithRebase(seen, change, {
    save: saveChange,
    rebase: (before, same, current) => (isUntouched(same, before, current) ? same : undefined),
  })
  ownVersions.set(application.id, { base: application.version, version: stored.version })
  return stored
}

function saveChange({ id, version }: Application, change: Change): Promise<Application> {
  const token = readToken()
  if (change.kind === 'status') {
    return jsonRequest('PATCH', pathTo(API.application, id), { token, body: { status: change.status, version } })
  }
  const body = change.kind === 'archive' ? { archived: change.archived } : { quarantined: false }
  return jsonRequest('PATCH', pathTo(API.adminApplication, id), { token, body: { ...body, version } })
}

function isUntouched(change: Change, seen: Application, current: Application): boolean {
  if (change.kind === 'status') return seen.status === current.status
  return change.kind === 'archive' ? seen.archived === current.archived : seen.quarantined === current.quarantined
}

/**
 * The id by which a change of status or archive is undone, from the history.
 * @returns undefined when the change can no longer be undone
 */
export async function findUndoableChange(change: Change): Promise<number | undefined> {
  const address = pathTo(API.applicationHistory, change.application.id)
  const entries = await jsonRequest<HistoryEntry[]>('GET', address, { token: readToken() })
  for (const { event } of entries) if ('changeId' in event && isEventOf(change, event)) return event.changeId
  return undefined
}

function isEventOf(change: Change, event: HistoryEntry['event']): boolean {
  if (change.kind === 'status') return event.action === 'status_changed' && event.to === change.status
  return change.kind === 'archive' && event.action === (change.archived ? 'archived' : 'unarchived')
}
