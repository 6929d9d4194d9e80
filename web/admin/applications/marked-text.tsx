import type { Snippet } from '../../../contract/applications/application-list.ts'

/** A text in which the words that a search has found are marked. */
export function MarkedText({ text }: { text: Snippet }) {
  return partsOf(text).map((part) => (part.isFound ? <mark key={part.begin}>{part.text}</mark> : part.text))
}

/** A text in pieces, with the found words apart. */
export function partsOf({ text, ranges }: Snippet): Array<{ text: string; isFound: boolean; begin: number }> {
  const parts = ranges.flatMap(([begin, end], index) => {
    const before = ranges[index - 1]?.[1] ?? 0
    return [
      { text: text.slice(before, begin), isFound: false, begin: before },
      { text: text.slice(begin, end), isFound: true, begin },
    ]
  })
  const last = ranges.at(-1)?.[1] ?? 0
  return [...parts, { text: text.slice(last), isFound: false, begin: last }].filter((part) => part.text !== '')
}
