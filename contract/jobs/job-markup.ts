import { readTextBlocks, type TextBlock } from '../wire/text-blocks.ts'
import type { PublicJob } from './job.ts'
import { postingSections } from './posting-sections.ts'

/** How the text of a posting is written as HTML. */
export type MarkupStyle = {
  /** Makes stored text safe as markup text. */
  escapeText: (text: string) => string
  /** Markup of a heading whose text is escaped. */
  heading: (text: string) => string
  /** Element of a numbered list, for readers that know no `ol`. */
  numbers: 'ol' | 'ul'
}

/** What a posting says as HTML. */
export function jobMarkup(job: PublicJob, { escapeText, heading, numbers }: MarkupStyle): string {
  const blockMarkup = (block: TextBlock) => {
    if (block.kind === 'paragraph') return `<p>${block.lines.map(escapeText).join('<br>')}</p>`
    const list = block.kind === 'bullets' ? 'ul' : numbers
    return `<${list}>${block.items.map((item) => `<li>${escapeText(item)}</li>`).join('')}</${list}>`
  }
  return postingSections(job)
    .map(({ title, text }) => heading(escapeText(title)) + readTextBlocks(text).map(blockMarkup).join(''))
    .join('')
}
