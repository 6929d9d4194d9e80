import { DropdownMenu } from 'radix-ui'
import { type PointerEvent, useRef } from 'react'
import { focusFallback } from '../focus/keep-focus.ts'
import { TriggerProxy } from '../lazy-trigger.tsx'
import type { MenuItem } from './menu-item.ts'

type MenuListProps = {
  button: HTMLElement
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  groups: MenuItem[][]
}

/** The actions of a menu, which opens below its button. */
export function MenuList({ button, isOpen, onOpenChange, groups }: MenuListProps) {
  const tapping = useTapToOpen(isOpen, onOpenChange)
  return (
    // Not modal: the modal form injects a style element that the content security policy refuses.
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger asChild {...tapping}>
        <TriggerProxy element={button} />
      </DropdownMenu.Trigger>
      {isOpen && <Items button={button} groups={groups.filter((items) => items.length > 0)} />}
    </DropdownMenu.Root>
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

function Items({ button, groups }: Pick<MenuListProps, 'button' | 'groups'>) {
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
            {items.map(({ label, icon, keyName, onSelect, tone = 'neutral', unavailable }) => (
              <DropdownMenu.Item
                key={label}
                className="menu-item"
                data-tone={tone}
                aria-keyshortcuts={keyName}
                // Not Radix's own `disabled`: the arrow keys reach it, and its reason is read.
                aria-disabled={unavailable !== undefined || undefined}
                onSelect={(event) => {
                  if (unavailable === undefined) chosen.current = onSelect
                  else event.preventDefault()
                }}
              >
                {icon}
                <span>
                  {label}
                  {unavailable !== undefined && <span className="block text-sm">{unavailable}</span>}
                </span>
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Group>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  )
}
