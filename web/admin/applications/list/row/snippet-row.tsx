import type { Snippet } from '../../../../../contract/applications/application-list.ts'

/** What a search has found in the text of a resume, in one line under its row. */
export function SnippetRow({ snippet, columns }: { snippet: Snippet; columns: number }) {
  return (
    <tr className="snippet">
      <td colSpan={columns}>
        <span className="one-line">
          <span className="sr-only">Found in the resume: </span>
          {partsOf(snippet).map(({ text, isFound, begin }) => (isFound ? <mark key={begin}>{text}</mark> : text))}
        </span>
      </td>
    </tr>
  )
}

/** The text of a snippet in pieces, with the found words apart. */
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
