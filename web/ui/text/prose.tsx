import { readTextBlocks, type TextBlock } from '../../../contract/text-blocks.ts'

/** Stored text shown as text: paragraphs and lists, never HTML. Each has the direction of its first letter. */
export function TextBlocks({ text }: { text: string }) {
  return <div className="prose">{readTextBlocks(text).map((block, index) => renderBlock(block, index))}</div>
}

function renderBlock(block: TextBlock, index: number) {
  if (block.kind === 'paragraph') {
    return (
      <p key={index} dir="auto" className="whitespace-pre-line">
        {block.lines.join('\n')}
      </p>
    )
  }
  const List = block.kind === 'bullets' ? 'ul' : 'ol'
  return (
    <List key={index} dir="auto">
      {block.items.map((item, index) => renderItem(item, index))}
    </List>
  )
}

function renderItem(item: string, index: number) {
  return <li key={index}>{item}</li>
}
