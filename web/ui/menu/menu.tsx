import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useEscape } from '../escape.ts'
import { lazyPart } from '../lazy-part.tsx'
import { TriggerProxy, useLazyTrigger } from '../lazy-trigger.tsx'
import { Spinner } from '../spinner.tsx'
import { openWhenLoaded } from '../toast/open-when-loaded.ts'
import { Tooltip } from '../tooltip.tsx'
import type { MenuItem } from './menu-item.ts'

type MenuProps = {
  /** Accessible name of the button. */
  label: string
  /** Tooltip of the icon button. */
  hint: string
  className: string
  children: ReactNode
  /** Its items, in groups separated by a line. */
  groups: MenuItem[][]
  /** Whether what it began is under way. */
  isBusy?: boolean
  /** Whether Tab reaches the button; true by default. */
  isReachable?: boolean
}

/** What opens: 13 kilobytes, which no page needs before someone reaches a button. */
export const MENU_LIST = lazyPart(async () => (await import('./menu-list.tsx')).MenuList)

/**
 * A button with a menu of actions. A chosen action runs after the menu has closed and its button has the focus again,
 * so that a dialog it opens returns the focus to that button.
 */
export function Menu({ label, hint, className, children, groups, isBusy = false, isReachable = true }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const [trigger, handlers] = useLazyTrigger()
  const [isLoaded, setLoaded] = useState(false)
  const open = () => {
    setLoaded(true)
    setOpen(true)
  }
  const [early, openIfEarly] = useEarlyPress(() => openWhenLoaded(label, MENU_LIST.preload, open))
  useEffect(() => {
    // A list that cannot be loaded is asked for again by a press, which says why it does not open.
    if (trigger)
      MENU_LIST.preload().then(
        () => setLoaded(true),
        () => undefined,
      )
  }, [trigger])
  useEscape(isOpen, () => setOpen(false))
  return (
    <>
      <Tooltip words={hint}>
        <button
          type="button"
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          aria-busy={isBusy || undefined}
          className={className}
          tabIndex={isReachable ? undefined : -1}
          onClick={openIfEarly}
          {...handlers}
        >
          {isBusy ? <Spinner /> : children}
        </button>
      </Tooltip>
      {trigger && !isLoaded && <TriggerProxy element={trigger} {...early} />}
      {trigger && isLoaded && (
        <MENU_LIST.View button={trigger} isOpen={isOpen} onOpenChange={setOpen} groups={groups} />
      )}
    </>
  )
}

/**
 * A press that begins before the list has come, which then knows nothing of it.
 * @returns what notes its beginning, and what opens at its end
 */
function useEarlyPress(open: () => void) {
  const isEarly = useRef(false)
  const note = () => {
    isEarly.current = true
  }
  const openIfEarly = () => {
    if (isEarly.current) open()
    isEarly.current = false
  }
  return [{ onPointerDown: note, onKeyDown: note }, openIfEarly] as const
}
