/** A piece of a line; with an address it is a link. */
type CardPiece = { text: string; href: string | null }

/** A line of a card. */
export type CardLine = readonly CardPiece[]

/** A row of a table. */
export type CardFact = { label: string; value: CardLine }

/** What a card is made of, from top to bottom. */
export type CardBlock =
  | { kind: 'text'; lines: CardLine[] }
  | { kind: 'list'; items: CardLine[] }
  | { kind: 'facts'; facts: CardFact[] }
  | { kind: 'quote'; lines: string[] }
  | { kind: 'button'; href: string; label: string }

/** The address that becomes the button of a mail, and what the button says. */
export type CardButton = { href: string; label: string }

/** Longest address that is shown whole, in characters. */
const SHOWN_LENGTH = 60
/** Longest text before an address that becomes the link to it, in characters. */
const LINK_LENGTH = 160

const ADDRESS = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/
const ADDRESS_ALONE = /^https?:\/\/[^\s<>"]+$/
const ITEM = /^- (.*)$/
/** A line of `quoteText`. */
const QUOTED = /^>(?: (.*))?$/
/** What a row of a table may be called, its longest in UTF-16 code units. */
const LABEL = /^\p{L}[\p{L} ]*$/u
const LABEL_LENGTH = 24

/**
 * Reads the plain text of a mail as a card. Paragraphs stay paragraphs; lines that begin with `- ` are a list; two or more lines
 * such as `Reference: APP-0001` are a table. An address on its own line is the button, or turns the line before it into a link. Lines
 * behind `> ` are what a person wrote: nothing in them is read.
 */
export function readBlocks(text: string, button: CardButton | null): CardBlock[] {
  const paragraphs = text.trim().split(/\n{2,}/)
  return readButton(paragraphs.flatMap((paragraph) => readParagraph(paragraph.split('\n'), button)))
}

/** The first button stays; further ones become links. */
function readButton(blocks: CardBlock[]): CardBlock[] {
  const first = blocks.findIndex(({ kind }) => kind === 'button')
  return blocks.map((block, index) => {
    if (block.kind !== 'button' || index === first) return block
    return { kind: 'text', lines: [[{ text: block.label, href: block.href }]] }
  })
}

/** Quoted lines, and those between them. */
function readParagraph(lines: readonly string[], button: CardButton | null): CardBlock[] {
  const blocks: CardBlock[] = []
  let own: string[] = []
  const endOwn = () => {
    if (own.length > 0) blocks.push(...readOwn(own, button))
    own = []
  }
  for (const line of lines) {
    const quoted = QUOTED.exec(line)
    if (!quoted) {
      own.push(line)
      continue
    }
    endOwn()
    const last = blocks.at(-1)
    const [, text = ''] = quoted
    if (last?.kind === 'quote') last.lines.push(text)
    else blocks.push({ kind: 'quote', lines: [text] })
  }
  endOwn()
  return blocks
}

/** Lines of the mail itself. */
function readOwn(lines: readonly string[], button: CardButton | null): CardBlock[] {
  const facts = readFacts(lines, button)
  if (facts) return [{ kind: 'facts', facts }]
  const blocks: CardBlock[] = []
  let pending: string[] = []
  for (const line of lines) {
    const isButton = button !== null && line.endsWith(button.href)
    if (isButton) blocks.push(...readButtonLine(pending, line, button))
    else if (ADDRESS_ALONE.test(line)) blocks.push(...readLink(pending, line, button))
    else {
      pending.push(line)
      continue
    }
    pending = []
  }
  return [...blocks, ...readLines(pending, button)]
}

/** The rows of a table, if every line is one. */
function readFacts(lines: readonly string[], button: CardButton | null): CardFact[] | undefined {
  const facts = lines.flatMap((line) => {
    const end = line.indexOf(': ')
    const label = line.slice(0, Math.max(end, 0))
    const value = line.slice(end + 2)
    const isFact = label.length > 1 && label.length <= LABEL_LENGTH && LABEL.test(label) && /^\S/.test(value)
    return isFact && value !== button?.href ? [{ label, value: readAddresses(value, button) }] : []
  })
  return facts.length === lines.length && facts.length > 1 ? facts : undefined
}

/** A line that ends with the address of the button, below others. A lead that says what the button says is the button. */
function readButtonLine(lines: readonly string[], line: string, button: CardButton): CardBlock[] {
  const lead = line.slice(0, -button.href.length).trim()
  const leading = lead === '' ? lines : [...lines, lead]
  const isSaid = withoutColon(leading.at(-1) ?? '') === button.label
  return [...readLines(isSaid ? leading.slice(0, -1) : leading, button), { kind: 'button', ...button }]
}

/** Lines without an address of their own: a list, or text. */
function readLines(lines: readonly string[], button: CardButton | null): CardBlock[] {
  const blocks: CardBlock[] = []
  for (const line of lines) {
    const item = ITEM.exec(line)?.[1]
    const pieces = readPieces(item ?? line, button)
    const last = blocks.at(-1)
    if (item === undefined && last?.kind === 'text') last.lines.push(pieces)
    else if (item === undefined) blocks.push({ kind: 'text', lines: [pieces] })
    else if (last?.kind === 'list') last.items.push(pieces)
    else blocks.push({ kind: 'list', items: [pieces] })
  }
  return blocks
}

/** Lines above an address: the line that leads to it is its link, otherwise the first one, such as the title of a posting. */
function readLink(lines: readonly string[], href: string, button: CardButton | null): CardBlock[] {
  const leading = lines.at(-1)?.endsWith(':') ? lines.length - 1 : 0
  const name = lines[leading]
  if (name === undefined || name.length > LINK_LENGTH) {
    const link = [{ text: shorten(href), href }]
    return [...readLines(lines, button), { kind: 'text', lines: [link] }]
  }
  const pieces = lines.map((line, index): CardLine => {
    return index === leading ? [{ text: withoutColon(line), href }] : readPieces(line, button)
  })
  return [{ kind: 'text', lines: pieces }]
}

/** A line with its addresses as links; a short text before an address at its end is the link to it. */
function readPieces(line: string, button: CardButton | null): CardLine {
  const [before = '', only = '', after, ...others] = line.split(ADDRESS)
  if (others.length === 0 && after === '' && before.endsWith(': ') && before.length <= LINK_LENGTH)
    return [{ text: withoutColon(before), href: only }]
  return readAddresses(line, button)
}

/** A line with its addresses as links that show where they lead. */
function readAddresses(line: string, button: CardButton | null): CardLine {
  // Splitting by a group puts what it has matched at the odd places.
  return line
    .split(ADDRESS)
    .map((part, index): CardPiece => {
      if (index % 2 === 0) return { text: part, href: null }
      return { text: part === button?.href ? button.label : shorten(part), href: part }
    })
    .filter(({ text }) => text !== '')
}

function withoutColon(line: string): string {
  return line.trimEnd().replace(/:$/, '')
}

/** An address as a reader sees it; of a long one only its beginning. */
function shorten(address: string): string {
  const shown = address.replace(/^https?:\/\//, '')
  return shown.length > SHOWN_LENGTH ? `${shown.slice(0, SHOWN_LENGTH - 1)}…` : shown
}
