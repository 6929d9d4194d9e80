import type { Application } from '../../../../contract/application.ts'
import type { ApplicationChange, RefusedApplication } from '../../../../contract/application-changes.ts'
import { API, pathTo } from '../../../../contract/paths.ts'
import { readToken } from '../../../api/auth-store.ts'
import { saveWithRebase } from '../../../api/edit-conflict.ts'
import { jsonRequest } from '../../../api/json-request.ts'
import { asApplicationChange, type Change } from './row-changes.ts'
import { changeOne } from './undoable-changes.ts'

/** What became of a change. */
export type SentChange = {
  /** The application as stored now; undefined after a deletion, and where it had the value already. */
  stored: Application | undefined
  /** Names the change in a request to undo it; null when nothing changed, or the change cannot be undone. */
  changeId: number | null
  /** Why the application was not changed. */
  refusal?: RefusedApplication | undefined
}

/** The version that each application has since this page changed it, by the version that the change was based on. */
const ownVersions = new Map<number, { base: number; version: number }>()

/**
 * Sends the change of one application, with the version that was read. Where a newer version has the same value that the
 * change was based on, the change is made on that version.
 * @throws ApiError for a non-OK response
 */
export async function sendChange(change: Change): Promise<SentChange> {
  const { application } = change
  if (change.kind === 'delete') {
    await jsonRequest('DELETE', pathTo(API.adminApplication, application.id), { token: readToken() })
    return { stored: undefined, changeId: null }
  }
  const own = ownVersions.get(application.id)
  const seen = own?.base === application.version ? { ...application, version: own.version } : application
  const undoable = asApplicationChange(change)
  const sent = undoable ? await sendUndoable(undoable, seen) : { stored: await release(seen), changeId: null }
  if (sent.stored) ownVersions.set(application.id, { base: application.version, version: sent.stored.version })
  return sent
}

/** The response names the change: an entry of the history with the same value could be another admin's decision. */
async function sendUndoable(change: ApplicationChange, seen: Application): Promise<SentChange> {
  const { id, changed, refused } = await changeOne(change, seen)
  return { stored: changed[0], changeId: id, refusal: refused[0] }
}

function release(seen: Application): Promise<Application> {
  return saveWithRebase(seen, false, {
    save: ({ id, version }, quarantined) =>
      jsonRequest('PATCH', pathTo(API.adminApplication, id), { token: readToken(), body: { quarantined, version } }),
    rebase: (before, quarantined, current) => (before.quarantined === current.quarantined ? quarantined : undefined),
  })
}
