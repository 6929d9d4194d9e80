import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { useOwn } from '../../session/use-may.ts'
import { useEscape } from '../../ui/escape.ts'
import { TextAreaField } from '../../ui/form/field.tsx'
import { MentionList, optionId } from './mention-list.tsx'
import { type Mentionable, matchesOf, queryAt } from './mentions.ts'

/** People whom the list shows at once. */
const MOST_SHOWN = 6

type CommentBoxProps = {
  label: string
  value: string
  onChange: (text: string) => void
  /** Ctrl+Enter: the page's own goes on to the next application. */
  onSend: () => void
  /** Who can be mentioned. */
  people: readonly Mentionable[]
  area: RefObject<HTMLTextAreaElement | null>
  error?: string | undefined
  placeholder?: string
}

/** The text of a comment. An @ offers the people whose name begins like what follows it. */
export function CommentBox({ label, value, onChange, onSend, people, area, error, placeholder }: CommentBoxProps) {
  const mention = useMention({ value, onChange, people, area })
  const { matches, current, choose, move, close } = mention
  const listId = useId()
  const press = (event: KeyboardEvent) => {
    // Enter ends the word that an input method composes, and nothing else.
    if (event.nativeEvent.isComposing) return
    const isWithCtrl = event.ctrlKey || event.metaKey
    if (isWithCtrl && event.key === 'Enter') {
      event.preventDefault()
      return onSend()
    }
    const act = isWithCtrl || event.shiftKey ? undefined : PRESSES[event.key]
    if (!current || !act) return
    event.preventDefault()
    act()
  }
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
        // HTML allows a text of several lines no role of a combobox, but these parts of one.
        aria-haspopup="listbox"
        aria-autocomplete="list"
        aria-controls={current ? listId : undefined}
        aria-activedescendant={current && optionId(listId, current)}
        onChange={({ target }) => {
          onChange(target.value)
          mention.lookAt(target.selectionStart)
        }}
        onKeyDown={press}
        onBlur={close}
      />
      {current && <MentionList id={listId} {...{ matches, current }} onChoose={choose} />}
      <p role="status" className="sr-only">
        {current && `${countOf(matches)}. The arrow keys choose one, Enter mentions.`}
      </p>
    </div>
  )
}

function countOf({ length }: readonly Mentionable[]): string {
  return length === 1 ? '1 person' : `${length} people`
}

/** What is being mentioned: who matches what is typed after an @, and which of them Enter chooses. */
function useMention({
  value,
  onChange,
  people,
  area,
}: Pick<CommentBoxProps, 'value' | 'onChange' | 'people' | 'area'>) {
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const nextCaret = useRef<number | null>(null)
  const own = useOwn()
  const typed = caret === null ? undefined : queryAt(value, caret)
  const matches = typed
    ? matchesOf(typed.query, people)
        .filter(({ id }) => id !== own.id)
        .slice(0, MOST_SHOWN)
    : []
  const index = Math.min(active, matches.length - 1)
  const current = matches[index]
  const close = () => setCaret(null)

  useEscape(current !== undefined, close)
  // As soon as the name is in the text: what is typed next follows it.
  useLayoutEffect(() => {
    if (nextCaret.current === null) return
    area.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = null
  })
  return {
    ...{ matches, current, close },
    move: (by: number) => setActive((index + by + matches.length) % matches.length),
    lookAt: (position: number) => {
      setCaret(position)
      setActive(0)
    },
    choose: ({ name }: Mentionable) => {
      if (!typed || caret === null) return
      const before = `${value.slice(0, typed.start)}@${name} `
      nextCaret.current = before.length
      onChange(before + value.slice(caret).replace(/^ /, ''))
      close()
    },
  }
}
