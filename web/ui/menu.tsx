import { DropdownMenu } from 'radix-ui'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { Tooltip } from './tooltip.tsx'

/** One thing a menu offers. */
export type MenuItem = { label: string; onSelect: () => void; icon?: ReactNode; tone?: 'neutral' | 'danger' }

/** What a menu takes. */
export type MenuProps = {
  /** Accessible name of the button. */
  label: string
  /** Says what the button is for to whoever sees only its icon. */
  hint: string
  className: string
  children: ReactNode
  /** Its items, in groups parted by a line. */
  groups: MenuItem[][]
}

/**
 * A button that opens a list of actions. A chosen action runs once the menu is gone and its button has the focus again, so
 * that a dialog it opens gives the focus back to that button.
 */
export function Menu({ label, hint, className, children, groups }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const { onPointerDown, onClick } = useTapToOpen(isOpen, setOpen)
  return (
    // Not modal: the modal form injects a style element that the content security policy refuses.
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <Tooltip words={hint}>
        <DropdownMenu.Trigger asChild>
          <button
            type="button"
            aria-label={label}
            className={className}
            onPointerDown={onPointerDown}
            onClick={onClick}
          >
            {children}
          </button>
        </DropdownMenu.Trigger>
      </Tooltip>
      {isOpen && <Items groups={groups.filter((items) => items.length > 0)} />}
    </DropdownMenu.Root>
  )
}

/** Radix opens as soon as a finger goes down, even one that is about to scroll. A finger opens with the whole tap instead. */
function useTapToOpen(isOpen: boolean, setOpen: (isOpen: boolean) => void) {
  // What a finger that goes down asks for, should it not scroll away; null for any other pointer.
  const wanted = useRef<boolean | null>(null)
  return {
    onPointerDown: (event: PointerEvent) => {
      wanted.current = event.pointerType === 'touch' ? !isOpen : null
      if (wanted.current !== null) event.preventDefault()
    },
    onClick: () => {
      if (wanted.current !== null) setOpen(wanted.current)
      wanted.current = null
    },
  }
}

function Items({ groups }: Pick<MenuProps, 'groups'>) {
  const chosen = useRef<(() => void) | null>(null)
  const runChosen = (event: Event) => {
    const act = chosen.current
    if (!act) return
    chosen.current = null
    // After Radix has given the focus back to the button.
    queueMicrotask(act)
    event.stopPropagation()
  }
  return (
    // Inside the main landmark, so that nothing on the page stands outside of one.
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
            {items.map(({ label, icon, onSelect, tone = 'neutral' }) => (
              <DropdownMenu.Item
                key={label}
                className="menu-item"
                data-tone={tone}
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
