import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
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
  const trigger = useRef<HTMLButtonElement>(null)
  const chosen = useRef<(() => void) | null>(null)
  // Inside the main landmark, so that nothing on the page stands outside of one.
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const shown = groups.filter((items) => items.length > 0)
  return (
    // Not modal: the modal form injects a style element that the content security policy refuses.
    <DropdownMenu.Root modal={false} onOpenChange={() => setPlace(trigger.current?.closest('main') ?? null)}>
      <Tooltip words={hint}>
        <DropdownMenu.Trigger ref={trigger} aria-label={label} className={className}>
          {children}
        </DropdownMenu.Trigger>
      </Tooltip>
      <DropdownMenu.Portal container={place}>
        <DropdownMenu.Content
          className="menu"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            const act = chosen.current
            if (!act) return
            chosen.current = null
            event.preventDefault()
            trigger.current?.focus()
            act()
          }}
        >
          {shown.map((items, position) => (
            <DropdownMenu.Group key={items[0]?.label} className={position > 0 ? 'mt-1 border-line border-t pt-1' : ''}>
              {items.map(({ label: words, icon, onSelect, tone = 'neutral' }) => (
                <DropdownMenu.Item
                  key={words}
                  className="menu-item"
                  data-tone={tone}
                  onSelect={() => {
                    chosen.current = onSelect
                  }}
                >
                  {icon}
                  {words}
                </DropdownMenu.Item>
              ))}
            </DropdownMenu.Group>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
