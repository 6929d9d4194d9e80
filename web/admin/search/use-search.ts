import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAuth } from '../../session/use-auth.ts'
import { searchQuery } from './search-api.ts'

/** A pause in typing before a search is sent, in milliseconds. */
const PAUSE_MS = 80

/** The words that were searched last in this session, and the token of the session. */
let last: { token: string | null; words: string } = { token: null, words: '' }

/**
 * The search of the overlay: its words, which are kept while the session lasts, and what they find.
 * @param begun what is typed already, in place of the last words
 */
export function useSearch(begun: string) {
  const { token } = useAuth()
  const [text, setText] = useState(() => begun || (last.token === token ? last.words : ''))
  const [words, setWords] = useState(text)
  const typed = text.trim()
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    last = { token, words }
  }, [token, words])
  const query = useQuery(searchQuery(token, words))
  return {
    text,
    setText,
    query,
    found: words === '' ? undefined : query.data,
    /** Whether what is found is the response to what stands in the field. */
    isCurrent: query.data?.words === typed,
    isEmpty: typed === '',
  }
}
