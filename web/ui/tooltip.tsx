import { Tooltip as Radix, Slot } from 'radix-ui'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useEscape } from './escape.ts'
import { TriggerProxy, useLazyTrigger } from './lazy-trigger.tsx'

const OPEN_DELAY_MS = 700
const SKIP_DELAY_MS = 300

/** The delays of all tooltips of the admin area. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={OPEN_DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      {children}
    </Radix.Provider>
  )
}

/** Its text and its trigger element. */
type TooltipProps = {
  words: string
  /** Preferred side; `top` by default. */
  side?: 'top' | 'bottom'
  children: ReactElement
}

/** A tooltip for hover and keyboard focus; Escape closes it. */
export function Tooltip({ children, ...bubble }: TooltipProps) {
  const [trigger, handlers] = useLazyTrigger()
  return (
    <>
      <Slot.Root {...handlers}>{children}</Slot.Root>
      {trigger && <Bubble {...bubble} trigger={trigger} />}
    </>
  )
}

type BubbleProps = Omit<TooltipProps, 'children'> & { trigger: HTMLElement }

function Bubble({ words, side = 'top', trigger }: BubbleProps) {
  const [isOpen, setOpen] = useState(false)
  useEscape(isOpen, () => setOpen(false))
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild>
        <TriggerProxy element={trigger} />
      </Radix.Trigger>
      {/* Inside the trigger's landmark or dialog, so that no content is outside a landmark or behind a dialog. */}
      <Radix.Portal container={trigger.closest<HTMLElement>('[role=dialog], main')}>
        <Radix.Content className="tooltip" side={side} sideOffset={6} collisionPadding={8}>
          {words}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
