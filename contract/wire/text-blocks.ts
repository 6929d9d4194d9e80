/** A piece of stored text, by what its author's line starts say it is. */
export type TextBlock = { kind: 'paragraph'; lines: string[] } | { kind: 'bullets' | 'numbers'; items: string[] }

const BULLET = /^\s*[-*•–]\s+/
const NUMBER = /^\s*\d{1,3}[.)]\s+/

/**
 * Reads plain text into paragraphs and lists: lines that start with a dash or bullet, or with `1.`, are list items; an
 * empty line ends a paragraph. Nothing is ever read as HTML.
 */
export function readTextBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = []
  let isOpen = false
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') {
      isOpen = false
      continue
    }
    addLine(blocks, line, isOpen)
    isOpen = true
  }
  return blocks
}

function addLine(blocks: TextBlock[], line: string, isOpen: boolean) {
  const last = blocks.at(-1)
  const kind = kindOf(line)
  if (kind === 'paragraph') {
    if (isOpen && last?.kind === kind) last.lines.push(line.trim())
    else blocks.push({ kind, lines: [line.trim()] })
    return
  }
  const item = line.replace(kind === 'bullets' ? BULLET : NUMBER, '').trim()
  // An empty line between two items does not make two lists.
  if (last?.kind === kind) last.items.push(item)
  else blocks.push({ kind, items: [item] })
}

function kindOf(line: string): TextBlock['kind'] {
  if (BULLET.test(line)) return 'bullets'
  return NUMBER.test(line) ? 'numbers' : 'paragraph'
}
