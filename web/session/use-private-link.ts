import { useEffect, useState } from 'react'

/** What the link opens; a tab remembers one of each. */
type LinkOf = 'application' | 'question'

/** The token of the private link: undefined before the page has read it, null without one. */
export type LinkToken = string | null | undefined

/**
 * The token of the private link that was opened. It is removed from the address and the history; the tab remembers it, so
 * that a reload shows the same page.
 */
export function usePrivateLink(of: LinkOf): LinkToken {
  const [token, setToken] = useState<LinkToken>()
  useEffect(() => {
    const read = () => setToken(takeToken(of))
    read()
    // The link of another message, opened in the same tab.
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [of])
  return token
}

/** Forgets the link of this tab. */
export function forgetPrivateLink(of: LinkOf): void {
  withStorage((storage) => storage.removeItem(keyOf(of)))
}

function keyOf(of: LinkOf): string {
  return `wellhead.private-link.${of}`
}

function takeToken(of: LinkOf): string | null {
  const opened = location.hash.slice(1)
  if (opened === '') return withStorage((storage) => storage.getItem(keyOf(of))) ?? null
  history.replaceState(history.state, '', location.pathname + location.search)
  withStorage((storage) => storage.setItem(keyOf(of), opened))
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
