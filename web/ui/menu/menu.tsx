import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useEscape } from '../escape.ts'
import { lazyPart } from '../lazy-part.tsx'
import { TriggerProxy, useLazyTrigger } from '../lazy-trigger.tsx'
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
  /** Whether Tab reaches the button; true by default. */
  isReachable?: boolean
}

/** What opens: 13 kilobytes, which no page needs before somebody reaches a button. */
export const MENU_LIST = lazyPart(async () => (await import('./menu-list.tsx')).MenuList)

/**
 * A button with a menu of actions. A chosen action runs after the menu has closed and its button has the focus again,
 * so that a dialog it opens returns the focus to that button.
 */
export function Menu({ label, hint, className, children, groups, isReachable = true }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const [trigger, handlers] = useLazyTrigger()
  const [early, openIfEarly] = useEarlyPress(() => setOpen(true))
  useEscape(isOpen, () => setOpen(false))
  return (
    <>
      <Tooltip words={hint}>
        <button
          type="button"
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          className={className}
          tabIndex={isReachable ? undefined : -1}
          onClick={openIfEarly}
          {...handlers}
        >
          {children}
        </button>
      </Tooltip>
      {trigger && (
        <Suspense fallback={<TriggerProxy element={trigger} {...early} />}>
          <MENU_LIST.View button={trigger} isOpen={isOpen} onOpenChange={setOpen} groups={groups} />
        </Suspense>
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
