import { useEffect, useRef } from 'react'
import { readUser } from '../api/auth-store.ts'
import type { DraftShelf } from './draft-shelf.ts'

/** What a form that keeps its draft takes. */
export type KeptDraft<Key, Values> = {
  shelf: DraftShelf<Key, Values>
  /** What the form is about; it stays the same for as long as the form is shown. */
  about: Key
  /** Puts a draft back into the form. */
  restore: (values: Values) => void
  /** What the form would lose; undefined where it has no changes. */
  read: () => Values | undefined
}

/**
 * Keeps what is typed in a form of the admin area should the form be taken away, as by a session that expires, and puts
 * it back when the same admin opens the form again. It also lets the browser ask before a reload or a closed tab.
 * @returns the action that gives the changes up
 */
export function useKeptDraft<Key, Values>(draft: KeptDraft<Key, Values>): () => void {
  const latest = useRef(draft)
  latest.current = draft
  const isGivenUp = useRef(false)

  useEffect(() => {
    const { shelf, about, restore } = latest.current
    // Read now: when the form is taken away the sign-in may be forgotten already.
    const typist = readUser()?.username
    const kept = shelf.take(about, typist)
    if (kept !== undefined) restore(kept)
    return () => {
      const values = latest.current.read()
      if (values !== undefined && !isGivenUp.current) shelf.keep(about, typist, values)
    }
  }, [])

  const hasChanges = draft.read() !== undefined
  useEffect(() => {
    if (!hasChanges) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [hasChanges])

  return () => {
    isGivenUp.current = true
  }
}
