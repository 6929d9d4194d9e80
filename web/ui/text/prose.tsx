import type { ReactNode } from 'react'
import { readTextBlocks, type TextBlock } from '../../../contract/wire/text-blocks.ts'

/** How the words of one paragraph or list item are shown. */
type ShowWords = (words: string) => ReactNode

/**
 * Stored text shown as text: paragraphs and lists, never HTML. Each has the direction of its first letter.
 * @param props.show as they are, unless given
 */
export function TextBlocks({ text, show = (words) => words }: { text: string; show?: ShowWords }) {
  return <div className="prose">{readTextBlocks(text).map((block, index) => renderBlock(block, index, show))}</div>
}

function renderBlock(block: TextBlock, index: number, show: ShowWords) {
  if (block.kind === 'paragraph') {
    return (
      <p key={index} dir="auto" className="whitespace-pre-line">
        {show(block.lines.join('\n'))}
      </p>
    )
  }
  const List = block.kind === 'bullets' ? 'ul' : 'ol'
  return (
    <List key={index} dir="auto">
      {block.items.map((item, index) => renderItem(item, index, show))}
    </List>
  )
}

function renderItem(item: string, index: number, show: ShowWords) {
  return <li key={index}>{show(item)}</li>
}
