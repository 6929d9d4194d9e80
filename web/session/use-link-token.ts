import { useEffect, useState } from 'react'

/**
 * The token of the link that was opened, from the fragment; undefined before the page has read it, empty without one. It is removed
 * from the address and the history, and remembered nowhere: the link works again until it has been used.
 * @param parameter its name in the fragment
 */
export function useLinkToken(parameter: string): string | undefined {
  const [token, setToken] = useState<string>()
  useEffect(() => {
    const read = () => {
      const opened = new URLSearchParams(location.hash.slice(1)).get(parameter)
      // The effect may run twice, the second time without the token in the address.
      setToken((before) => opened ?? before ?? '')
      if (opened !== null) history.replaceState(history.state, '', location.pathname + location.search)
    }
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [parameter])
  return token
}
