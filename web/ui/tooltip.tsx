import { Tooltip as Radix } from 'radix-ui'
import { cloneElement, type FocusEvent, type PointerEvent, type ReactElement, type ReactNode, useState } from 'react'
import { StandIn } from './stand-in.tsx'

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

type Reach = PointerEvent<HTMLElement> | FocusEvent<HTMLElement>

type Reachable = { onPointerEnter?: (event: Reach) => void; onFocus?: (event: Reach) => void }

/** What a tooltip takes: its words, and the one element that they are about. */
export type TooltipProps = {
  words: string
  /** Where it opens while there is room; above unless said otherwise. */
  side?: 'top' | 'bottom'
  children: ReactElement<Reachable>
}

/**
 * Says more about an element under the pointer, or reached by keyboard; Escape takes it away. A table has many of them, so
 * nothing is mounted before somebody reaches the element.
 */
export function Tooltip({ words, side = 'top', children }: TooltipProps) {
  const [reached, setReached] = useState<{ element: HTMLElement; by: Event } | null>(null)
  const reach = ({ currentTarget, nativeEvent }: Reach) => {
    if (reached?.element !== currentTarget) setReached({ element: currentTarget, by: nativeEvent })
  }
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event) => {
          reach(event)
          children.props.onPointerEnter?.(event)
        },
        onFocus: (event) => {
          reach(event)
          children.props.onFocus?.(event)
        },
      })}
      {reached && <Words words={words} side={side} {...reached} />}
    </>
  )
}

type Shown = Required<Pick<TooltipProps, 'words' | 'side'>> & { element: HTMLElement; by: Event }

function Words({ words, side, element, by }: Shown) {
  // Inside the landmark or dialog of its element, so that nothing stands outside of one or under a dialog.
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <Radix.Root onOpenChange={() => setPlace(element.closest<HTMLElement>('[role=dialog], main'))}>
      <Radix.Trigger asChild>
        <StandIn element={element} by={by} />
      </Radix.Trigger>
      <Radix.Portal container={place}>
        <Radix.Content className="tooltip" side={side} sideOffset={6} collisionPadding={8}>
          {words}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
