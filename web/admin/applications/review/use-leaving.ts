import { useCallback, useRef, useState } from 'react'

/** How long a row takes to leave its list; also the duration of its transition in `queue.css`. */
const LEAVING_MS = 160

/** Rows that are leaving a list: they stay for a moment, in motion. */
export function useLeaving() {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const current = useRef(ids)
  const change = useCallback((id: number, isLeaving: boolean) => {
    const next = new Set(current.current)
    if (isLeaving) next.add(id)
    else next.delete(id)
    current.current = next
    setIds(next)
  }, [])
  /** Calls `onLeft` when the row has left, unless it stays after all. */
  const leave = useCallback(
    (id: number, onLeft: () => void) => {
      change(id, true)
      setTimeout(() => {
        if (!current.current.has(id)) return
        onLeft()
        change(id, false)
      }, LEAVING_MS)
    },
    [change],
  )
  const stay = useCallback((id: number) => change(id, false), [change])
  return { ids, leave, stay }
}
