import { readTextBlocks, type TextBlock } from './text-blocks.ts'

/** Stored text shown as text: paragraphs and lists, never HTML. */
export function TextBlocks({ text }: { text: string }) {
  return <div className="prose">{readTextBlocks(text).map((block, place) => renderBlock(block, place))}</div>
}

function renderBlock(block: TextBlock, place: number) {
  if (block.kind === 'paragraph') {
    return (
      <p key={place} className="whitespace-pre-line">
        {block.lines.join('\n')}
      </p>
    )
  }
  const List = block.kind === 'bullets' ? 'ul' : 'ol'
  return <List key={place}>{block.items.map((item, place) => renderItem(item, place))}</List>
}

function renderItem(item: string, place: number) {
  return <li key={place}>{item}</li>
}
