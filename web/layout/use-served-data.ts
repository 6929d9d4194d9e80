import { useEffect } from 'react'
import { usePageData } from './page-data-context.ts'

/**
 * What the server put into the page for its own address. When the router shows the page within another document, it is
 * loaded from the server.
 * @returns null when the server has nothing for the address; undefined while the page loads
 */
export function useServedData<Data>(path: string): Data | null | undefined {
  const { responses } = usePageData()
  const isServed = path in responses
  useEffect(() => {
    if (!isServed) location.reload()
  }, [isServed])
  return responses[path] as Data | null | undefined
}
