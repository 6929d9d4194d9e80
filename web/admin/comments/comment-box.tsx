import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { useOwn } from '../../session/use-may.ts'
import { useEscape } from '../../ui/escape.ts'
import { TextAreaField } from '../../ui/form/field.tsx'
import { type Mentionable, matchesOf, queryAt } from './mentions.ts'

/** People whom the list shows at once. */
const MOST_SHOWN = 6

type CommentBoxProps = {
  label: string
  value: string
  onChange: (text: string) => void
  /** Who can be mentioned. */
  people: readonly Mentionable[]
  area: RefObject<HTMLTextAreaElement | null>
  error?: string | undefined
  placeholder?: string
  onKeyDown?: (event: KeyboardEvent) => void
}

/** The text of a comment. An @ offers the people whose name begins like what follows it. */
export function CommentBox({ label, value, onChange, people, area, error, placeholder, onKeyDown }: CommentBoxProps) {
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const listId = useId()
  const own = useOwn()
  const typed = caret === null ? undefined : queryAt(value, caret)
  const matches = typed
    ? matchesOf(typed.query, people)
        .filter(({ id }) => id !== own.id)
        .slice(0, MOST_SHOWN)
    : []
  const current = matches[Math.min(active, matches.length - 1)]

  useEscape(current !== undefined, () => setCaret(null))
  const choose = ({ name }: Mentionable) => {
    if (!typed) return
    const before = `${value.slice(0, typed.start)}@${name} `
    onChange(before + value.slice(caret ?? 0).trimStart())
    setCaret(null)
    // The caret goes behind the name once the text is there.
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(before.length, before.length)
    })
  }
  const press = (event: KeyboardEvent) => {
    if (current && !event.ctrlKey && !event.metaKey && PRESSES[event.key]) {
      event.preventDefault()
      PRESSES[event.key]?.()
      return
    }
    onKeyDown?.(event)
  }
  const move = (by: number) =>
    setActive((matches.indexOf(current as Mentionable) + by + matches.length) % matches.length)
  const PRESSES: Record<string, (() => void) | undefined> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => current && choose(current),
    Tab: () => current && choose(current),
  }
  return (
    <div className="relative">
      <TextAreaField
        ref={area}
        label={label}
        isStandalone
        rows={2}
        value={value}
        error={error}
        placeholder={placeholder}
        aria-autocomplete="list"
        aria-controls={current ? listId : undefined}
        aria-activedescendant={current && `${listId}-${current.id}`}
        onChange={({ target }) => {
          onChange(target.value)
          setCaret(target.selectionStart)
          setActive(0)
        }}
        onKeyDown={press}
        onBlur={() => setCaret(null)}
      />
      {current && (
        <div id={listId} role="listbox" aria-label="People to mention" className="mention-list">
          {matches.map((person) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard chooses from within the text.
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text.
            <div
              key={person.id}
              id={`${listId}-${person.id}`}
              role="option"
              aria-selected={person === current}
              className="mention-option"
              // The text keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              <bdi>{person.name}</bdi>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
