import { type Ref, useEffect, useImperativeHandle } from 'react'

type Listener = (event: Event) => void

/** Gives an element that is on the page already to whoever asks for the place of something that opens beside it. */
export function PlaceOf({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }): null {
  useImperativeHandle(ref, () => element, [element])
  return null
}

/** What the trigger of a tooltip gives to the element inside of it. */
type TriggerProps = {
  ref?: Ref<HTMLElement>
  'aria-describedby'?: string
  onPointerMove?: Listener
  onPointerLeave?: Listener
  onPointerDown?: Listener
  onFocus?: Listener
  onBlur?: Listener
  onClick?: Listener
}

/** What a stand-in takes: the element that it stands in for, and the event by which that was reached. */
export type StandInProps = TriggerProps & { element: HTMLElement; by: Event }

/**
 * Makes an element that is on the page already the trigger of a tooltip. It stays the same element, so that neither its
 * focus nor a click under way is lost.
 */
export function StandIn({ element, by, ref, 'aria-describedby': description, ...trigger }: StandInProps): null {
  useImperativeHandle(ref, () => element, [element])

  useEffect(() => {
    if (description === undefined) return
    element.setAttribute('aria-describedby', description)
    return () => element.removeAttribute('aria-describedby')
  }, [element, description])

  // With every render, which hands over new listeners; there is one when the tooltip opens and one when it closes.
  useEffect(() => {
    const { onPointerMove, onPointerLeave, onPointerDown, onBlur, onClick } = trigger
    const listeners = {
      onPointerMove,
      onPointerLeave,
      onPointerDown,
      onBlur,
      onClick,
      onFocus: visibly(trigger.onFocus),
    }
    const listening = new AbortController()
    for (const [name, listener] of Object.entries(listeners)) {
      if (listener) element.addEventListener(name.slice(2).toLowerCase(), listener, listening)
    }
    return () => listening.abort()
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: what reached the element is told once.
  useEffect(() => {
    if (by.type === 'focus' || by.type === 'focusin') visibly(trigger.onFocus)(by)
    else if (element.matches(':hover')) trigger.onPointerMove?.(by)
  }, [])

  return null
}

/** A click, or a dialog that gives the focus back to one who clicked, opens nothing. */
function visibly(listener: Listener | undefined): Listener {
  return (event) => {
    if ((event.target as HTMLElement).matches(':focus-visible')) listener?.(event)
  }
}
