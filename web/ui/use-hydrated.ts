import { useSyncExternalStore } from 'react'

const neverChanges = () => () => undefined

/** False on the server and in the first render of its markup, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
