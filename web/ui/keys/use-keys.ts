import { useEffect, useRef } from 'react'
import { isKeyActive, isTypingIn, keyNameOf } from './key-names.ts'
import { areKeysOn, findKeyAction, type KeyActions, registerKeys } from './key-store.ts'

/** Whether the key being pressed belongs to a dialog or menu, which may have closed when the event arrives. */
let isElsewhere = false
let uses = 0

/**
 * Binds keys while the component is shown, and lists them under `?`. They act neither while typing nor in a dialog or
 * menu; see `keyNameOf` for the names.
 */
export function useKeys(actions: KeyActions): void {
  const part = useRef(actions)
  part.current = actions
  useEffect(() => {
    const remove = registerKeys(part)
    if (uses === 0) listen('addEventListener')
    uses += 1
    return () => {
      remove()
      uses -= 1
      if (uses === 0) listen('removeEventListener')
    }
  }, [])
}

function listen(change: 'addEventListener' | 'removeEventListener'): void {
  window[change]('keydown', noteElsewhere, true)
  window[change]('keydown', runKey as EventListener)
}

function noteElsewhere(): void {
  isElsewhere = document.querySelector('[role=dialog], [role=menu]') !== null
}

function runKey(event: KeyboardEvent): void {
  if (isElsewhere || event.defaultPrevented || event.isComposing) return
  const name = keyNameOf(event)
  const action = name === undefined ? undefined : findKeyAction(name)
  if (name === undefined || action?.run === undefined || (event.repeat && !action.repeats)) return
  const isTyping = event.target instanceof HTMLElement && isTypingIn(event.target)
  if (!isKeyActive(name, { isTyping, isOn: areKeysOn() })) return
  event.preventDefault()
  action.run()
}
