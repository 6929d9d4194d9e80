import { useMemo, useSyncExternalStore } from 'react'
import type { ApplicationChange } from '../../../../contract/applications/application-changes.ts'
import { readUser } from '../../../api/auth-store.ts'
import { createStoredDrafts } from '../../../session/stored-drafts.ts'
import type { SeenApplication } from './row-changes.ts'

/** A decision of the review page that is not stored. */
export type UnsentDecision = {
  change: ApplicationChange
  /** The application as the decision was made on it; in a conflict, as the other admin left it. */
  seen: SeenApplication
  /** Whether another admin decided meanwhile: then this admin chooses, and nothing is sent before. */
  isConflict: boolean
  madeAt: number
}

const store = createStoredDrafts<UnsentDecision>('unsent-decisions')

let lastFailure = 0

/** Decisions that wait for another attempt, or for a choice; they survive a reload and end with the browser tab. */
export const unsentDecisions = {
  /** Keeps a decision whose request failed. Of two about the same field, the first was made on what is stored. */
  keep: (change: ApplicationChange, seen: SeenApplication) => {
    const earlier = find(seen.id, change)
    const isSame = earlier && JSON.stringify(earlier.change) === JSON.stringify(change)
    save({
      change,
      seen: earlier && !earlier.isConflict ? earlier.seen : seen,
      isConflict: false,
      madeAt: isSame ? earlier.madeAt : Date.now(),
    })
  },
  /** Keeps a decision that contradicts another admin's, until this admin has chosen. */
  keepConflict: (change: ApplicationChange, stored: SeenApplication) =>
    save({ change, seen: stored, isConflict: true, madeAt: Date.now() }),
  find,
  /** Drops what waits about the same field: it was decided again, that was undone, or the admin discards it. */
  drop: (id: number, change: ApplicationChange) => {
    lastFailure = 0
    store.remove(keyOf(id, change), readUser()?.username)
  },
  /** Those that can be sent, in the order in which they were made. */
  waiting: () => sorted(list()).filter(({ isConflict }) => !isConflict),
  noteFailure: () => {
    lastFailure = Date.now()
  },
  /** When an attempt failed last; 0 when there was none, or when the last one succeeded. */
  lastFailure: () => lastFailure,
}

/** The decisions that are not stored, in the order in which they were made. */
export function useUnsentDecisions(): readonly UnsentDecision[] {
  const all = useSyncExternalStore(store.subscribe, list)
  return useMemo(() => sorted(all), [all])
}

function find(id: number, change: ApplicationChange): UnsentDecision | undefined {
  return list()[keyOf(id, change)]
}

function save({ seen, ...decision }: UnsentDecision): void {
  // Without email and text: the storage belongs to the browser.
  const { id, version, name, status, archived } = seen
  const kept = { ...decision, seen: { id, version, name, status, archived } }
  store.save(keyOf(id, decision.change), readUser()?.username, kept)
}

/** An application can have two: one about its status, and one about the archive. */
function keyOf(id: number, change: ApplicationChange): number {
  return 'status' in change ? id : -id
}

function list(): Readonly<Record<number, UnsentDecision>> {
  return store.list(readUser()?.username)
}

function sorted(all: Readonly<Record<number, UnsentDecision>>): UnsentDecision[] {
  return Object.values(all).toSorted((one, other) => one.madeAt - other.madeAt)
}
