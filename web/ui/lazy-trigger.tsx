import { type HTMLAttributes, type Ref, useEffectEvent, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * The element that opens a menu or tooltip, once the pointer or the focus has reached it; null before. Only then is
 * Radix's part created: created with each row of a table, it nearly doubles the time of a tab switch (50 rows).
 * @returns the element, and the event handlers that it needs
 */
export function useLazyTrigger() {
  const [trigger, setTrigger] = useState<HTMLElement | null>(null)
  const handlers = {
    // At once: the pointer may go down in the same moment.
    onPointerEnter: ({ currentTarget }: { currentTarget: HTMLElement }) => flushSync(() => setTrigger(currentTarget)),
    onFocus: ({ currentTarget }: { currentTarget: HTMLElement }) => setTrigger(currentTarget),
  }
  return [trigger, handlers] as const
}

type TriggerProxyProps = HTMLAttributes<HTMLElement> & { element: HTMLElement; ref?: Ref<HTMLElement> }

/**
 * The child of a Radix trigger with `asChild`: hands its ref, events and ARIA attributes to an existing element. Of focus
 * it tells only when it comes by keyboard, also of the one that has reached the element before.
 */
export function TriggerProxy({ element, ref, onFocus, ...props }: TriggerProxyProps) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return
    ref(element)
    return () => void ref(null)
  }, [ref, element])
  useLayoutEffect(() => {
    const events = new AbortController()
    for (const [name, value] of Object.entries(props)) {
      if (typeof value === 'function') element.addEventListener(name.slice(2).toLowerCase(), value, events)
      else if (value === undefined) element.removeAttribute(name)
      else if (name === 'id' || name.startsWith('aria-')) element.setAttribute(name, String(value))
    }
    return () => events.abort()
  })
  const tellFocus = useEffectEvent((event?: FocusEvent) => {
    if (element.matches(':focus-visible')) onFocus?.(event as never)
  })
  useLayoutEffect(() => {
    tellFocus()
    element.addEventListener('focus', tellFocus)
    return () => element.removeEventListener('focus', tellFocus)
  }, [element])
  return null
}
