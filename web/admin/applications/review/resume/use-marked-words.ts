import { type RefObject, useEffect } from 'react'
import { findWords, queryWords } from '../../../../../contract/jobs/search/search-words.ts'

const HIGHLIGHT = 'searched-words'

/**
 * Marks the searched words in an element, without changing it: the browser draws ranges. Browsers without custom
 * highlights show no marks.
 * @param version changes when the text does
 */
export function useMarkedWords(element: RefObject<HTMLElement | null>, search: string, version: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the text in the element.
  useEffect(() => {
    if (search === '' || !element.current || !('highlights' in CSS)) return
    const highlight = CSS.highlights.get(HIGHLIGHT) ?? createHighlight()
    const ranges = rangesIn(element.current, queryWords(search))
    for (const range of ranges) highlight.add(range)
    return () => {
      for (const range of ranges) highlight.delete(range)
    }
  }, [element, search, version])
}

/** Its style is added here: the parser of the build does not know custom highlights. */
function createHighlight(): Highlight {
  const style = new CSSStyleSheet()
  style.replaceSync(`::highlight(${HIGHLIGHT}) { background-color: rgb(227 160 40 / 0.45) }`)
  document.adoptedStyleSheets.push(style)
  const highlight = new Highlight()
  CSS.highlights.set(HIGHLIGHT, highlight)
  return highlight
}

function rangesIn(element: HTMLElement, wanted: string[]): Range[] {
  const ranges: Range[] = []
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    for (const { start, end } of findWords(text.data, wanted)) {
      const range = new Range()
      range.setStart(text, start)
      range.setEnd(text, end)
      ranges.push(range)
    }
  }
  return ranges
}
