import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Wait for the end of a resize: drawing at each of its widths would be wasted. */
const SETTLED_MS = 120

/** The width inside an element in whole CSS pixels; 0 until it is known. */
export function useInnerWidth<Measured extends HTMLElement>(): [RefObject<Measured | null>, number] {
  const element = useRef<Measured>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (element.current) setWidth(innerWidthOf(element.current))
  }, [])
  useEffect(() => {
    const measured = element.current
    if (!measured) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new ResizeObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(() => setWidth(innerWidthOf(measured)), SETTLED_MS)
    })
    observer.observe(measured)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [])
  return [element, width]
}

function innerWidthOf(element: HTMLElement): number {
  const { paddingLeft, paddingRight } = getComputedStyle(element)
  return Math.max(0, Math.floor(element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)))
}
