import { useEffect, useState } from 'react'
import { TextField } from './field.tsx'

const PAUSE_MS = 250

/** `onSearch` is called after a pause in typing. */
type SearchFieldProps = {
  label: string
  placeholder: string
  maxLength: number
  /** Words that are searched for now. */
  value: string
  onSearch: (words: string) => void
}

/** Searches while typing, without losing letters or focus when responses arrive. */
export function SearchField({ label, placeholder, maxLength, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  if (value !== lastValue) {
    // The value changed from outside: by a link, or a button that clears the search.
    setLastValue(value)
    setText(value)
  }

  useEffect(() => {
    const words = text.trim()
    if (words === lastValue) return
    const timer = setTimeout(() => {
      setLastValue(words)
      onSearch(words)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, lastValue, onSearch])

  return (
    <TextField
      type="search"
      labelPlace="hidden"
      label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      autoComplete="off"
      isStandalone
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
