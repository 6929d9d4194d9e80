import { Tooltip as Radix } from 'radix-ui'
import { type FocusEvent, type ReactElement, type ReactNode, useRef, useState } from 'react'

const OPEN_DELAY_MS = 700
const SKIP_DELAY_MS = 300

/** The delays of all tooltips of the admin area (`spec.md` section 9). */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={OPEN_DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      {children}
    </Radix.Provider>
  )
}

/** What a tooltip takes: its text and its trigger element. */
export type TooltipProps = {
  words: string
  /** Preferred side; `top` by default. */
  side?: 'top' | 'bottom'
  children: ReactElement
}

/** A tooltip for hover and keyboard focus; Escape closes it. */
export function Tooltip({ words, side = 'top', children }: TooltipProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  // Inside the trigger's landmark or dialog, so that no content is outside a landmark or behind a dialog.
  const [container, setContainer] = useState<HTMLElement | null>(null)
  return (
    <Radix.Root onOpenChange={() => setContainer(trigger.current?.closest<HTMLElement>('[role=dialog], main') ?? null)}>
      <Radix.Trigger asChild ref={trigger} onFocus={ignorePointerFocus}>
        {children}
      </Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content className="tooltip" side={side} sideOffset={6} collisionPadding={8}>
          {words}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Only keyboard focus opens a tooltip, not a click or a dialog that returns the focus. */
function ignorePointerFocus(event: FocusEvent<HTMLElement>) {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault()
}
