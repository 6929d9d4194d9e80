import { useEffect, useState } from 'react'

const STORAGE_KEY = 'wellhead.private-link'

/** The token of the private link: undefined before the page has read it, null without one. */
export type LinkToken = string | null | undefined

/**
 * The token of the private link that was opened. It is removed from the address and the history; the tab remembers it, so
 * that a reload shows the same page.
 */
export function usePrivateLink(): LinkToken {
  const [token, setToken] = useState<LinkToken>()
  useEffect(() => {
    const read = () => setToken(takeToken())
    read()
    // The link of another message, opened in the same tab.
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return token
}

/** Forgets the link of this tab. */
export function forgetPrivateLink(): void {
  withStorage((storage) => storage.removeItem(STORAGE_KEY))
}

function takeToken(): string | null {
  const opened = location.hash.slice(1)
  if (opened === '') return withStorage((storage) => storage.getItem(STORAGE_KEY)) ?? null
  history.replaceState(history.state, '', location.pathname + location.search)
  withStorage((storage) => storage.setItem(STORAGE_KEY, opened))
  return opened
}

/** A browser may refuse access to its storage. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
