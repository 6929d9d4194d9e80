import { useEffect } from 'react'
import { useStoredSwitch } from '../../../ui/use-stored-switch.ts'

/**
 * Whether the list shows a filter. Until what it offers is known, its place is kept if this browser had it the last time, so that nothing
 * moves under the pointer.
 * @param entry what the browser remembers it by
 * @param isOffered undefined while that is not known
 */
export function useKeptPlace(entry: string, isOffered: boolean | undefined): boolean {
  const [had, remember] = useStoredSwitch(entry, true)
  useEffect(() => {
    if (isOffered !== undefined && isOffered !== had) remember(isOffered)
  })
  return isOffered ?? had
}
