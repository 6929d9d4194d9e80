import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { drawPage, forgetPage } from './pdf-pages.ts'
import { useMarkedWords } from './use-marked-words.ts'

type PdfPageProps = {
  document: PDFDocumentProxy
  /** From 1. */
  number: number
  /** In CSS pixels. */
  width: number
  /** Height over width, until the page itself is known. */
  expectedRatio: number
  search: string
  onDrawn: (number: number, page: { ratio: number; hasText: boolean }) => void
}

/** One page of a PDF, drawn when it comes near the view. */
export function PdfPage({ document, number, width, expectedRatio, search, onDrawn }: PdfPageProps) {
  const host = useRef<HTMLDivElement>(null)
  const isNear = useNearness(host, number === 1)
  const [state, setState] = useState<{ ratio: number; text: number; hasFailed: boolean }>({
    ratio: expectedRatio,
    text: 0,
    hasFailed: false,
  })
  const report = useRef(onDrawn)
  report.current = onDrawn
  useMarkedWords(host, search, state.text)

  useLayoutEffect(() => {
    if (!isNear || width === 0) return
    let isCurrent = true
    const fail = () => {
      if (isCurrent) setState((now) => ({ ...now, hasFailed: true }))
    }
    drawPage(document, number, width)
      .then(async ({ element, ratio, done }) => {
        if (!isCurrent) return
        setState((now) => ({ ...now, ratio, hasFailed: false }))
        // While a page is redrawn for another width, the old picture stays, stretched.
        if (host.current?.childElementCount === 0) host.current.append(element)
        const hasText = await done
        if (!isCurrent) return
        host.current?.replaceChildren(element)
        setState((now) => ({ ...now, text: now.text + 1 }))
        report.current(number, { ratio, hasText })
      }, fail)
      .catch(fail)
    return () => {
      isCurrent = false
    }
  }, [document, number, width, isNear])

  useEffect(() => {
    if (isNear || number === 1) return
    host.current?.replaceChildren()
    forgetPage(document, number)
  }, [isNear, document, number])

  return (
    <li className="pdf-page" style={{ width, height: width * state.ratio }} aria-label={`Page ${number}`}>
      <div ref={host} className="pdf-host" />
      {state.hasFailed && (
        <p role="alert" className="absolute inset-x-0 top-0 p-5 text-sm">
          Page {number} cannot be drawn.
        </p>
      )}
    </li>
  )
}

/** How far from the view a page is drawn already. */
const MARGIN = '100% 0px'

/** Whether an element is in view or near it. */
function useNearness(element: RefObject<HTMLElement | null>, isNearAtFirst: boolean): boolean {
  const [isNear, setNear] = useState(isNearAtFirst)
  useEffect(() => {
    if (!element.current?.parentElement) return
    // `scrollMargin` is for the column that scrolls by itself; older browsers draw a page when it comes into view.
    const options = { rootMargin: MARGIN, scrollMargin: MARGIN }
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), options)
    observer.observe(element.current.parentElement)
    return () => observer.disconnect()
  }, [element])
  return isNear
}
