import { useEffect, useReducer, useRef, useSyncExternalStore } from 'react'
import type { Application } from '../../../../../contract/applications/application.ts'
import { readUser } from '../../../../api/auth-store.ts'
import { conflictingVersion } from '../../../../api/edit-conflict.ts'
import { isSessionOver, useEndSession } from '../../../../session/end-session.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import type { ApplicationDetails } from '../../../api/application-api.ts'
import { isGone } from '../../../api/application-api.ts'
import { changesIn, errorsIn } from '../../details/details-draft.ts'
import { type SavedDetails, saveOver } from '../../details/use-details-form.ts'
import { detailsDrafts } from './details-drafts.ts'

const RETRY_MS = 5_000

/**
 * Why a draft is not saved: the network, a reason that only an admin can settle by opening the application, or that it
 * was deleted.
 */
export type DraftFault = 'failed' | 'open' | 'deleted'

/**
 * Saves what was typed for applications that are not shown any more: the admin moved on before the pause, the page was
 * reloaded, or the session ended. It tries again until all is saved.
 * @param shown id of the shown application, whose form saves itself
 * @param open shows an application
 * @returns the applications whose drafts are not saved, with the reason
 */
export function useLeftDrafts(
  shown: number,
  onStored: (stored: Application) => void,
  open: (id: number) => void,
): Map<number, DraftFault> {
  const author = readUser()?.username
  const drafts = useSyncExternalStore(detailsDrafts.subscribe, () => detailsDrafts.list(author))
  const [attempt, tryAgain] = useReducer((attempts: number) => attempts + 1, 0)
  const endSession = useEndSession()
  const faults = useRef(new Map<number, DraftFault>()).current
  const running = useRef(new Set<number>()).current
  const store = useRef(onStored)
  store.current = onStored
  faults.delete(shown)

  const note = (id: number, fault: DraftFault) => {
    faults.set(id, fault)
    // The queue, which has the mark, may not list the application any more.
    const description = BY_HAND[fault]
    const action = { label: 'Show', run: () => open(id) }
    if (description) toast({ title: 'Update failed', description, tone: 'error', action })
  }
  const saveLeft = async (id: number, saved: SavedDetails) => {
    const changes = changesIn(saved.draft, saved.seen)
    if (Object.keys(changes).length === 0) return detailsDrafts.remove(id, author)
    const fault = await saveDraft(saved, changes)
    if (fault === 'over') endSession()
    else if (typeof fault === 'string') note(id, fault)
    else {
      faults.delete(id)
      if (detailsDrafts.list(author)[id] === saved) detailsDrafts.remove(id, author)
      store.current(fault)
    }
    running.delete(id)
    tryAgain()
  }
  const saveAll = useRef(saveLeft)
  saveAll.current = saveLeft

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt tries the same drafts again.
  useEffect(() => {
    const left = Object.entries(drafts).map(([id, saved]) => [Number(id), saved] as const)
    for (const [id, saved] of left) {
      if (id === shown || running.has(id) || faults.has(id)) continue
      running.add(id)
      saveAll.current(id, saved)
    }
    const failed = left.filter(([id]) => faults.get(id) === 'failed')
    if (failed.length === 0) return
    return whenOnlineOrLater(() => {
      for (const [id] of failed) faults.delete(id)
      tryAgain()
    })
  }, [drafts, shown, attempt])

  return new Map([...faults].filter(([id]) => id in drafts))
}

/** What the toast says; another attempt settles the rest. */
const BY_HAND: Record<DraftFault, string | undefined> = {
  failed: undefined,
  open: 'What you typed last is not saved: it needs your decision.',
  deleted: 'Another admin deleted the application. Your text is still here.',
}

/** Saves a draft; returns the stored application, or why it is not saved. */
async function saveDraft(saved: SavedDetails, changes: ApplicationDetails): Promise<Application | DraftFault | 'over'> {
  if (Object.keys(errorsIn(changes)).length > 0) return 'open'
  try {
    return await saveOver(saved.seen, changes)
  } catch (error) {
    if (isSessionOver(error as Error)) return 'over'
    if (isGone(error as Error)) return 'deleted'
    return conflictingVersion(error) ? 'open' : 'failed'
  }
}

function whenOnlineOrLater(act: () => void): () => void {
  const timer = setTimeout(act, RETRY_MS)
  window.addEventListener('online', act)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('online', act)
  }
}
