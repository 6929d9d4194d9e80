import { useMemo, useRef, useState } from 'react'
import type { Application } from '../../../../contract/applications/application.ts'
import { rangeOf, refreshed, type Selection, withSelected } from './selection.ts'

/** How rows are selected. The object stays the same while the list does. */
export type SelectionActions = {
  /** Selects a row or takes it out; with `isRange` all rows from the one before that was chosen. */
  toggle: (id: number, isRange: boolean) => void
  /** Selects two neighboring rows, as Shift with an arrow key does. */
  extend: (from: number, to: number) => void
  set: (applications: Application[], isSelected: boolean) => void
  clear: () => void
}

const NONE: Selection = new Map()

/**
 * The selected applications of one list; another tab, filter or search starts with none.
 * @param list names the list
 * @param applications the rows that are shown
 */
export function useSelection(list: string, applications: Application[]): [Selection, SelectionActions] {
  const [state, setState] = useState({ list, applications, selection: NONE })
  if (state.list !== list || state.applications !== applications) {
    const selection = state.list === list ? refreshed(state.selection, applications) : NONE
    setState({ list, applications, selection })
  }
  const shown = useRef(applications)
  shown.current = applications
  const anchor = useRef<number | null>(null)
  const actions = useMemo((): SelectionActions => {
    const change = (next: (selection: Selection) => Selection) =>
      setState((now) => ({ ...now, selection: next(now.selection) }))
    return {
      toggle: (id, isRange) => {
        const rows = rangeOf(shown.current, isRange ? anchor.current : null, id)
        anchor.current = id
        change((now) => withSelected(now, rows, isRange || !now.has(id)))
      },
      extend: (from, to) => {
        anchor.current = to
        change((now) => withSelected(now, rangeOf(shown.current, from, to), true))
      },
      set: (rows, isSelected) => change((now) => withSelected(now, rows, isSelected)),
      clear: () => {
        anchor.current = null
        change(() => NONE)
      },
    }
  }, [])
  return [state.list === list ? state.selection : NONE, actions]
}
