import { type RefObject, useEffect, useRef } from 'react'

/**
 * Scrolls to the top of a list after a page change. The focus stays on the pressed button, so that the next page is one
 * more key press.
 * @param isComing whether the rows are still those of the previous page
 */
export function useListTop(page: number, isComing: boolean): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const shown = useRef(page)
  useEffect(() => {
    if (isComing || shown.current === page) return
    shown.current = page
    const isAbove = list.current && list.current.getBoundingClientRect().top < 0
    if (isAbove) list.current?.scrollIntoView({ block: 'start', behavior: 'instant' })
  }, [page, isComing])
  return list
}
