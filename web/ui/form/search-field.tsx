import { useEffect, useState } from 'react'
import { TextField } from './field.tsx'

const PAUSE_MS = 250

/** What a search takes. The words on the screen are its own; `onSearch` hears of them after a pause in the typing. */
export type SearchFieldProps = {
  label: string
  placeholder: string
  maxLength: number
  /** Words that are searched for now. */
  value: string
  onSearch: (words: string) => void
}

/** A search as you type that neither loses a letter nor the focus while the answers come in. */
export function SearchField({ label, placeholder, maxLength, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const [asked, setAsked] = useState(value)
  if (value !== asked) {
    // Somebody else changed what is searched for: a followed link, or a button that clears the search.
    setAsked(value)
    setText(value)
  }

  useEffect(() => {
    const words = text.trim()
    if (words === asked) return
    const timer = setTimeout(() => {
      setAsked(words)
      onSearch(words)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, asked, onSearch])

  return (
    <TextField
      type="search"
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
