import { DropdownMenu } from 'radix-ui'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useEscape } from './escape.ts'
import { focusFallback } from './focus/keep-focus.ts'
import { TriggerProxy, useLazyTrigger } from './lazy-trigger.tsx'
import { Tooltip } from './tooltip.tsx'

/** One action of a menu. */
export type MenuItem = {
  label: string
  onSelect: () => void
  icon?: ReactNode
  /** The key that does the same, shown at the end of the item. */
  keyName?: string
  tone?: 'neutral' | 'danger'
}

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

/**
 * A button with a menu of actions. A chosen action runs after the menu has closed and its button has the focus again,
 * so that a dialog it opens returns the focus to that button.
 */
export function Menu({ label, hint, className, children, groups, isReachable = true }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const [trigger, handlers] = useLazyTrigger()
  const tapping = useTapToOpen(isOpen, setOpen)
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
          {...handlers}
        >
          {children}
        </button>
      </Tooltip>
      {trigger && (
        // Not modal: the modal form injects a style element that the content security policy refuses.
        <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
          <DropdownMenu.Trigger asChild {...tapping}>
            <TriggerProxy element={trigger} />
          </DropdownMenu.Trigger>
          {isOpen && <Items button={trigger} groups={groups.filter((items) => items.length > 0)} />}
        </DropdownMenu.Root>
      )}
    </>
  )
}

/** Radix opens on pointer down, even when a finger is about to scroll. Touch opens on the completed tap instead. */
function useTapToOpen(isOpen: boolean, setOpen: (isOpen: boolean) => void) {
  // The state that a tap will set; null for other pointers.
  const targetState = useRef<boolean | null>(null)
  return {
    onPointerDown: (event: PointerEvent) => {
      targetState.current = event.pointerType === 'touch' ? !isOpen : null
      if (targetState.current !== null) event.preventDefault()
    },
    onClick: () => {
      if (targetState.current !== null) setOpen(targetState.current)
      targetState.current = null
    },
  }
}

function Items({ button, groups }: Pick<MenuProps, 'groups'> & { button: HTMLElement }) {
  const chosen = useRef<(() => void) | null>(null)
  const runChosen = (event: Event) => {
    const act = chosen.current
    if (!act) {
      // The menu has gone with its row.
      if (!button.isConnected) focusFallback()
      return
    }
    chosen.current = null
    // After Radix has returned the focus to the button.
    queueMicrotask(act)
    event.stopPropagation()
  }
  return (
    // Inside the main landmark: accessibility rules require all content in one.
    <DropdownMenu.Portal container={document.querySelector('main')}>
      <DropdownMenu.Content
        className="menu"
        align="end"
        sideOffset={4}
        collisionPadding={8}
        onCloseAutoFocus={runChosen}
      >
        {groups.map((items, position) => (
          <DropdownMenu.Group
            key={items[0]?.label}
            role="presentation"
            className={position > 0 ? 'mt-1 border-line border-t pt-1' : ''}
          >
            {items.map(({ label, icon, keyName, onSelect, tone = 'neutral' }) => (
              <DropdownMenu.Item
                key={label}
                className="menu-item"
                data-tone={tone}
                aria-keyshortcuts={keyName}
                onSelect={() => {
                  chosen.current = onSelect
                }}
              >
                {icon}
                {label}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Group>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  )
}
