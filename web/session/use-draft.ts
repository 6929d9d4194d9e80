import { useEffect, useRef } from 'react'
import { readUser } from '../api/auth-store.ts'
import { useLeaveWarning } from '../ui/use-leave-warning.ts'
import type { DraftStore } from './draft-store.ts'

/** Options of a form that saves its draft. */
type DraftOptions<Key, Values> = {
  store: DraftStore<Key, Values>
  /** The subject of the form; constant while the form is shown. */
  about: Key
  /** Restores a draft. */
  restore: (values: Values) => void
  /** The unsaved values; undefined without changes. */
  read: () => Values | undefined
}

/**
 * Saves the draft of an admin form that unmounts with changes, for example after an expired session, and restores it
 * when the same admin reopens the form. The browser also asks before a reload or a closed tab, unless the store survives
 * a reload: it then always has the draft.
 * @returns the action that discards the draft
 */
export function useDraft<Key, Values>(draft: DraftOptions<Key, Values>): () => void {
  const latest = useRef(draft)
  latest.current = draft
  const isDiscarded = useRef(false)

  useEffect(() => {
    const { store, about, restore } = latest.current
    // Read now: at unmount the sign-in may already be removed.
    const author = readUser()?.username
    const saved = store.take(about, author)
    if (saved !== undefined) restore(saved)
    const keep = () => {
      const values = latest.current.read()
      if (values !== undefined && !isDiscarded.current) store.save(about, author, values)
    }
    // A reload or a closed tab does not unmount.
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [])

  const values = draft.read()
  const { survivesReload = false } = draft.store
  useKeptDraft(draft, survivesReload ? values : undefined)
  useLeaveWarning(values !== undefined && !survivesReload)

  return () => {
    isDiscarded.current = true
    draft.store.take(draft.about, readUser()?.username)
  }
}

/** Writes each change into a store that survives a reload, and removes the draft once there is none. */
function useKeptDraft<Key, Values>({ store, about }: DraftOptions<Key, Values>, values: Values | undefined): void {
  const text = values === undefined ? undefined : JSON.stringify(values)
  const kept = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (text === kept.current) return
    kept.current = text
    const author = readUser()?.username
    if (text === undefined) store.take(about, author)
    else store.save(about, author, JSON.parse(text))
  }, [text, store, about])
}
