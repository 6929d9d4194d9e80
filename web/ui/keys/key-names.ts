/** The part of a keyboard event that decides which key it is. */
type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const LETTER_CODE = /^Key([A-Z])$/

/**
 * The name of a pressed key, as {@link useKeys} takes it: `j`, `1`, `?`, `Escape`, `Shift+x`, `Ctrl+Enter` (also with
 * the command key). On a keyboard without Latin letters, the place of a key decides.
 * @returns undefined for combinations that belong to the browser
 */
export function keyNameOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string | undefined {
  if (altKey) return undefined
  const letter = key.length === 1 && key > '~' ? (LETTER_CODE.exec(code)?.[1] ?? key) : key
  if (ctrlKey || metaKey) return key === 'Enter' ? 'Ctrl+Enter' : undefined
  const isLetter = /^[a-z]$/i.test(letter)
  return `${shiftKey && isLetter ? 'Shift+' : ''}${isLetter ? letter.toLowerCase() : letter}`
}

/** Keys that also work while typing: they write nothing. */
const WORKS_WHILE_TYPING: ReadonlySet<string> = new Set(['Ctrl+Enter', 'Escape'])

/** Whether a key acts, given where it was pressed and whether the admin has switched the keys off. */
export function isKeyActive(name: string, { isTyping, isOn }: { isTyping: boolean; isOn: boolean }): boolean {
  return WORKS_WHILE_TYPING.has(name) || (isOn && !isTyping)
}

const NO_TEXT: ReadonlySet<string> = new Set(['button', 'checkbox', 'radio', 'submit', 'reset', 'range', 'file'])

/** Whether keys pressed in an element write or choose something there. */
export function isTypingIn(element: Pick<HTMLElement, 'tagName' | 'isContentEditable'> & { type?: string }): boolean {
  if (element.isContentEditable || element.tagName === 'TEXTAREA' || element.tagName === 'SELECT') return true
  return element.tagName === 'INPUT' && !NO_TEXT.has(element.type ?? 'text')
}
