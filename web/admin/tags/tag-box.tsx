import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { nameKey } from '../../../contract/team/name-key.ts'
import { TAG_COLORS } from '../../../contract/team/tag-colors.ts'
import type { NewTag, Tag } from '../../../contract/team/tags.ts'
import { TAG } from '../../../contract/wire/limits.ts'
import { useEscape } from '../../ui/escape.ts'
import { beginsWord } from '../../ui/text/begins-word.ts'
import { TagChip } from './tag-chip.tsx'
import { MANAGE_TAGS } from './use-tag-manager.tsx'

/** A tag of the list, the one that would be made of what is typed, or the dialog that changes tags. */
type Option = { tag: Tag } | { made: NewTag } | { manages: true }

type TagBoxProps = {
  label: string
  /** All tags. */
  tags: readonly Tag[]
  /** Those that are not offered. */
  without: readonly number[]
  /** Undefined where no tag can be made. */
  onMake: ((made: NewTag) => void) | undefined
  /** Undefined where tags cannot be changed. */
  onManage: (() => void) | undefined
  onChoose: (tag: Tag) => void
}

/** A field that finds a tag by the beginning of any of its words, and offers to make the one that is not there (ARIA: combobox). */
export function TagBox({ label, tags, without, onMake, onManage, onChoose }: TagBoxProps) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const listId = useId()
  const options = optionsFor(text, tags, {
    without,
    makes: onMake !== undefined,
    manages: onManage !== undefined,
  })
  const index = Math.min(active, options.length - 1)
  const isShown = isOpen && options.length > 0

  useEscape(isShown, () => setOpen(false))
  useEffect(() => {
    if (!isShown) return
    for (const id of [listId, `${listId}-${index}`])
      document.getElementById(id)?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [isShown, listId, index])
  const choose = (option: Option | undefined) => {
    if (!option) return
    if ('tag' in option) onChoose(option.tag)
    else if ('made' in option) onMake?.(option.made)
    else onManage?.()
    setText('')
    setActive(0)
    setOpen(false)
  }
  const press = (event: KeyboardEvent) => {
    const run = KEYS[event.key]
    if (!run) return
    event.preventDefault()
    run()
  }
  const move = (by: number) => {
    setOpen(true)
    setActive(isShown ? (index + by + options.length) % options.length : 0)
  }
  const KEYS: Record<string, (() => void) | undefined> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => (isShown ? choose(options[index]) : setOpen(true)),
  }
  return (
    <div className="tag-box">
      <input
        type="text"
        role="combobox"
        dir="auto"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={isShown ? `${listId}-${index}` : undefined}
        placeholder={label}
        maxLength={TAG.longest}
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setActive(0)
          setOpen(true)
        }}
        onClick={() => setOpen(true)}
        onKeyDown={press}
        onBlur={() => setOpen(false)}
      />
      <div id={listId} role="listbox" aria-label="Tags" className="tag-options" hidden={!isShown}>
        {options.map((option, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard chooses from within the field.
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
          <div
            key={'tag' in option ? option.tag.id : Object.keys(option)[0]}
            id={`${listId}-${at}`}
            role="option"
            aria-selected={at === index}
            className="tag-option"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            <OptionText {...option} />
          </div>
        ))}
      </div>
    </div>
  )
}

function OptionText(option: Option) {
  if ('manages' in option) return <span className="text-accent">{MANAGE_TAGS}</span>
  return (
    <>
      {'made' in option && 'Make the tag'}
      <TagChip tag={'tag' in option ? option.tag : option.made} />
    </>
  )
}

/** The tags of which a word begins like what is typed, and the one to be made where no tag has that name. Before anything is typed also the dialog. */
function optionsFor(
  text: string,
  tags: readonly Tag[],
  { without, makes, manages }: { without: readonly number[]; makes: boolean; manages: boolean },
): Option[] {
  const wanted = nameKey(text)
  const found = tags.filter(({ id, name }) => !without.includes(id) && beginsWord(nameKey(name), wanted))
  const isKnown = tags.some(({ name }) => nameKey(name) === wanted)
  const name = text.replaceAll(/\s+/g, ' ').trim()
  const made = { name, color: TAG_COLORS[tags.length % TAG_COLORS.length] ?? 'grey' } as const
  return [
    ...found.map((tag) => ({ tag })),
    ...(makes && name !== '' && !isKnown && tags.length < TAG.most ? [{ made }] : []),
    ...(manages && wanted === '' && tags.length > 0 ? [{ manages: true } as const] : []),
  ]
}
