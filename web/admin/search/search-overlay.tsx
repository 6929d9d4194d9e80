import { Search } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { MAXIMUM } from '../../../contract/wire/limits.ts'
import { CloseButton, DialogFrame } from '../../ui/dialog/dialog.tsx'
import { openedFrom } from '../applications/review/use-review-address.ts'
import { optionsOf } from './search-options.ts'
import { SearchResultList } from './search-results.tsx'
import { useSearch } from './use-search.ts'

/**
 * The search among people and postings of every status. Arrow keys choose, Enter opens, Escape closes.
 * @param props.typed the first letters, typed while the overlay was loaded
 */
export function SearchOverlay({ typed, onClose }: { typed: string; onClose: () => void }) {
  const { text, setText, query, found, isCurrent, isEmpty } = useSearch(typed)
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const open = useOpening(onClose)
  const options = useMemo(() => (found ? optionsOf(found) : []), [found])
  const { chosen, choose, move } = useChosen(options)
  // Enter may come before the response to the last letters: what they find is opened then.
  const [opensFirst, setOpensFirst] = useState(false)
  const first = options[0]?.href
  useEffect(() => {
    if (!opensFirst || !isCurrent || query.isFetching) return
    setOpensFirst(false)
    if (first) open(first)
  }, [opensFirst, isCurrent, query.isFetching, first, open])
  const pressEnter = ({ ctrlKey, metaKey }: KeyboardEvent) => {
    if (!isCurrent) return setOpensFirst(!isEmpty)
    const href = options.find(({ id }) => id === chosen)?.href
    if (href === undefined) return
    if (ctrlKey || metaKey) window.open(href, '_blank')
    else open(href)
  }
  const keys: Record<string, (event: KeyboardEvent) => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: pressEnter,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const press = keys[event.key]
    if (!press || event.nativeEvent.isComposing) return
    event.preventDefault()
    press(event)
  }
  return (
    <DialogFrame onClose={onClose} isAtTop initialFocus={field}>
      <div className="search-field">
        <Radix.Title className="sr-only">Search people and postings</Radix.Title>
        <Radix.Description className="sr-only">
          In every status, also archived. Arrow keys choose, Enter opens, Escape closes.
        </Radix.Description>
        <Search aria-hidden="true" className="size-5 shrink-0 text-ink-muted" />
        <input
          ref={field}
          type="search"
          role="combobox"
          aria-label="Search people and postings"
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-activedescendant={chosen}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          maxLength={MAXIMUM.jobLine}
          placeholder="Name, email, phone, word of a resume, title, code"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setOpensFirst(false)
          }}
          onKeyDown={onKeyDown}
          // What is typed replaces the words of the search before.
          onFocus={(event) => typed === '' && event.target.select()}
        />
        <CloseButton />
      </div>
      <SearchResultList
        id={listId}
        query={query}
        found={found}
        options={options}
        chosen={chosen}
        onChoose={choose}
        onOpen={open}
      />
    </DialogFrame>
  )
}

/** The option that Enter opens: the first one until another is chosen. */
function useChosen(options: Array<{ id: string }>) {
  const [id, choose] = useState<string>()
  const chosen = options.some((option) => option.id === id) ? id : options[0]?.id
  const move = (step: 1 | -1) => {
    const index = options.findIndex((option) => option.id === chosen) + step
    const next = options.at(index % Math.max(1, options.length))?.id
    choose(next)
    if (next) document.getElementById(next)?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }
  return { chosen, choose, move }
}

/** Closes the overlay and goes to an address, from which Back returns here. */
function useOpening(onClose: () => void): (href: string) => void {
  const [path, navigate] = useLocation()
  const latest = useRef({ onClose, path })
  latest.current = { onClose, path }
  return useMemo(
    () => (href: string) => {
      const origin = latest.current.path + window.location.search
      // Before the navigation, so that the focus goes to the new page and not back to what opened the overlay.
      flushSync(() => latest.current.onClose())
      navigate(href, { state: openedFrom(origin) })
    },
    [navigate],
  )
}
