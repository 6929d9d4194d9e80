import { useEffect, useRef, useState } from 'react'
import { useEscape } from '../escape.ts'

/**
 * A part that a button opens and closes. Escape closes it and returns the focus to the button; a press elsewhere closes
 * it too.
 * @param startsOpen whether it is open from the start, with the focus on its button
 * @returns refs for the whole area and for its button, the state, and the actions
 */
export function useDisclosure(startsOpen = false) {
  const [isOpen, setOpen] = useState(startsOpen)
  const area = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (startsOpen) button.current?.focus()
  }, [startsOpen])
  useEscape(isOpen, () => {
    setOpen(false)
    button.current?.focus()
  })
  useEffect(() => {
    if (!isOpen) return
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !area.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [isOpen])
  return { isOpen, toggle: () => setOpen(!isOpen), close: () => setOpen(false), area, button }
}
