import { Tooltip as Radix } from 'radix-ui'
import { type FocusEvent, type ReactElement, type ReactNode, useRef, useState } from 'react'

const OPEN_DELAY_MS = 700
const SKIP_DELAY_MS = 300

/** What the tooltips of the admin area share: their delays (`spec.md` section 9). */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={OPEN_DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      {children}
    </Radix.Provider>
  )
}

/** What a tooltip takes: its words, and the one element that they are about. */
export type TooltipProps = {
  words: string
  /** Where it opens while there is room; above unless said otherwise. */
  side?: 'top' | 'bottom'
  children: ReactElement
}

/** Says more about an element under the pointer, or reached by keyboard; Escape takes it away. */
export function Tooltip({ words, side = 'top', children }: TooltipProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  // Inside the landmark or dialog of its element, so that nothing stands outside of one or under a dialog.
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

/** A click, or a dialog that gives the focus back after one, opens nothing. */
function ignorePointerFocus(event: FocusEvent<HTMLElement>) {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault()
}
