import { useSyncExternalStore } from 'react'
import { readUser } from '../../../../api/auth-store.ts'
import { createStoredDrafts } from '../../../../session/stored-drafts.ts'
import type { Sending } from '../../changes/send-change.ts'

/** A decision that could not be sent. */
export type UnsentDecision = Sending & { madeAt: number }

const store = createStoredDrafts<UnsentDecision>('unsent-decisions')

/** Decisions that wait for another attempt, by application; they survive a reload and end with the browser tab. */
export const unsentDecisions = {
  keep: (id: number, { change, applications: [seen] }: Sending) => {
    if (!seen) return
    // Of two decisions the first was made on what is stored.
    const { version, name, status, archived } = list()[id]?.applications[0] ?? seen
    const applications = [{ id, version, name, status, archived }]
    store.save(id, readUser()?.username, { change, applications, madeAt: Date.now() })
  },
  find: (id: number): UnsentDecision | undefined => list()[id],
  drop: (id: number) => store.remove(id, readUser()?.username),
  /** In the order in which they were made. */
  inOrder: () => Object.values(list()).toSorted((one, other) => one.madeAt - other.madeAt),
}

/** The decisions that could not be sent, by application. */
export function useUnsentDecisions(): Readonly<Record<number, UnsentDecision>> {
  return useSyncExternalStore(store.subscribe, list)
}

function list(): Readonly<Record<number, UnsentDecision>> {
  return store.list(readUser()?.username)
}
