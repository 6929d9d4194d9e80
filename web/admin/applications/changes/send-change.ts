import type { Application } from '../../../../contract/applications/application.ts'
import type { ApplicationChange, MadeChange } from '../../../../contract/applications/application-changes.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { readToken } from '../../../api/auth-store.ts'
import { jsonRequest } from '../../../api/json-request.ts'

/** An application as the admin sees it when changing it. */
export type SeenApplication = Pick<Application, 'id' | 'version' | 'name' | 'status' | 'archived'>

/** A change, and the applications that it is for: at most 500. */
export type Sending = {
  change: ApplicationChange
  applications: readonly SeenApplication[]
  /** It was kept for a later attempt: what was decided since, an undo too, counts for more. */
  isLate?: boolean
}

/** What became of each application; the ids name the changes in requests to undo them, and the written messages. */
export type SentChange = Omit<MadeChange, 'id' | 'undoableUntil'> & { ids: number[] }

/**
 * Changes applications, over the versions that the admin has seen. A second decision may be made before the first has its
 * response: refused over the first, it is sent again over the version that the first has made. The same happens where
 * the value was changed and changed back. A late decision is never sent again.
 * @throws ApiError or TypeError when nothing was changed
 */
export async function sendChange({ change, applications, isLate = false }: Sending): Promise<SentChange> {
  const body = { change, applications: applications.map(({ id, version }) => ({ id, version })) }
  const made = await jsonRequest<MadeChange>('POST', ADMIN_API.applicationChanges, { body, token: readToken() })
  const { id, changed, refused, unchanged, messages } = made
  const sent = { ids: id === null ? [] : [id], changed, refused, unchanged, messages }
  const seen = new Map(applications.map((one) => [one.id, one]))
  const newer = refused.flatMap(({ reason, stored }) =>
    !isLate && reason === 'changed_meanwhile' && stored && hasSameValue(change, seen.get(stored.id), stored)
      ? [stored]
      : [],
  )
  if (newer.length === 0) return sent
  const again = await sendChange({ change, applications: newer }).catch((error) => {
    // Thrown away with the error, what was changed already could not be undone.
    if (id === null) throw error
    return undefined
  })
  if (!again) return sent
  const rebased = new Set(newer.map((one) => one.id))
  return {
    ids: [...sent.ids, ...again.ids],
    changed: [...changed, ...again.changed],
    refused: [...refused.filter((one) => !rebased.has(one.id)), ...again.refused],
    unchanged: [...unchanged, ...again.unchanged],
    messages: {
      drafts: [...messages.drafts, ...again.messages.drafts],
      waiting: [...messages.waiting, ...again.messages.waiting],
    },
  }
}

function hasSameValue(change: ApplicationChange, seen: SeenApplication | undefined, stored: Application): boolean {
  return 'status' in change ? seen?.status === stored.status : seen?.archived === stored.archived
}
