import { useEffect, useRef, useState } from 'react'
import { useEscape } from '../escape.ts'

/**
 * A part that a button opens and closes. Escape closes it and returns the focus to the button; a press elsewhere closes
 * it too.
 * @returns refs for the whole area and for its button, the state, and the actions
 */
export function useDisclosure() {
  const [isOpen, setOpen] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
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
