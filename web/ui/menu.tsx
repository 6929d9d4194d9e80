import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useId, useRef, useState } from 'react'
import { PlaceOf } from './stand-in.tsx'
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
 * that a dialog it opens gives the focus back to that button. A table has many of them, so nothing but the button is
 * mounted before somebody reaches it.
 */
export function Menu({ label, hint, className, children, groups }: MenuProps) {
  const id = useId()
  const [button, setButton] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  // What a finger that goes down on the button asks for, should it not scroll away; null for any other pointer.
  const wanted = useRef<boolean | null>(null)
  const reach = ({ currentTarget }: { currentTarget: HTMLElement }) => setButton(currentTarget)
  return (
    <>
      <Tooltip words={hint}>
        <button
          type="button"
          id={id}
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          aria-controls={isOpen ? menuIdOf(id) : undefined}
          className={className}
          onPointerEnter={reach}
          onFocus={reach}
          onPointerDown={(event) => {
            if (event.button !== 0 || event.ctrlKey) return
            reach(event)
            wanted.current = event.pointerType === 'touch' ? !isOpen : null
            if (wanted.current !== null) return
            setOpen(!isOpen)
            // Where the menu opens it takes the focus itself.
            if (!isOpen) event.preventDefault()
          }}
          onClick={() => {
            if (wanted.current !== null) setOpen(wanted.current)
            wanted.current = null
          }}
          onKeyDown={(event) => {
            if (!OPENING_KEYS.includes(event.key)) return
            setOpen(event.key === 'ArrowDown' || !isOpen)
            event.preventDefault()
          }}
        >
          {children}
        </button>
      </Tooltip>
      {button && <Items button={button} isOpen={isOpen} onOpenChange={setOpen} groups={groups} />}
    </>
  )
}

const OPENING_KEYS = ['Enter', ' ', 'ArrowDown']

function menuIdOf(buttonId: string): string {
  return `${buttonId}-menu`
}

type ItemsProps = {
  button: HTMLElement
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  groups: MenuItem[][]
}

function Items({ button, isOpen, onOpenChange, groups }: ItemsProps) {
  const chosen = useRef<(() => void) | null>(null)
  const shown = groups.filter((items) => items.length > 0)
  return (
    // Not modal: the modal form injects a style element that the content security policy refuses.
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger asChild>
        <PlaceOf element={button} />
      </DropdownMenu.Trigger>
      {/* Inside the main landmark, so that nothing on the page stands outside of one. */}
      <DropdownMenu.Portal container={button.closest('main')}>
        <DropdownMenu.Content
          id={menuIdOf(button.id)}
          aria-labelledby={button.id}
          className="menu"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            const act = chosen.current
            if (!act) return
            chosen.current = null
            event.preventDefault()
            button.focus()
            act()
          }}
        >
          {shown.map((items, position) => (
            <DropdownMenu.Group
              key={items[0]?.label}
              role="presentation"
              className={position > 0 ? 'mt-1 border-line border-t pt-1' : ''}
            >
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
