import { useEffect, useLayoutEffect, useRef } from 'react'

type Layer = { close: () => void; isToast: boolean }

/** What is open, the last opened at the end. A toast lies below everything: it is no layer that takes the keyboard. */
const layers: Layer[] = []
let isListening = false

/**
 * Closes a part of the page with Escape while it is open: always the one that was opened last, and a toast only when
 * nothing else is open. Radix's own order of layers follows the page some tasks after a toast has come or gone, and loses a
 * key that is pressed meanwhile.
 */
export function useEscape(isOpen: boolean, close: () => void, isToast = false): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  // Before the first paint, and gone with it: Escape must not find what has left the page.
  useLayoutEffect(() => (isOpen ? addLayer({ close: () => latest.current(), isToast }) : undefined), [isOpen, isToast])
}

function addLayer(layer: Layer): () => void {
  if (layer.isToast) layers.unshift(layer)
  else layers.push(layer)
  if (!isListening) window.addEventListener('keydown', closeLast, true)
  isListening = true
  return () => void layers.splice(layers.indexOf(layer), 1)
}

function closeLast(event: KeyboardEvent): void {
  const last = layers.at(-1)
  if (event.key !== 'Escape' || event.isComposing || !last) return
  last.close()
  // Beside a toast the key means on the page what it always does.
  if (last.isToast) return
  event.preventDefault()
  event.stopPropagation()
}
