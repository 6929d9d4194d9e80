/** A piece of text, with where it leads; null for plain words. The pieces together are the whole text. */
export type LinkPiece = { text: string; address: string | null }

/** Marks that end a sentence or close what stands around an address. */
const AROUND = new Set('.,;:!?…\'"«»‘’“”„()[]{}<>*')
/** Brackets that an address may have itself, by the closing one. */
const OPENING: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])
/** What could make an address look like another one: invisible characters and those that turn the direction. */
const INVISIBLE = /[\p{C}\p{Z}]/u

/** An address with another one behind it. */
const TWO_ADDRESSES = /^https:.*https?:\/\//i

/** Finds email addresses and `https://` addresses between the spaces of a text. Nothing else becomes a link. */
export function findLinks(text: string): LinkPiece[] {
  const pieces: LinkPiece[] = []
  const add = (words: string) => {
    const last = pieces.at(-1)
    if (words === '') return
    if (last && last.address === null) last.text += words
    else pieces.push({ text: words, address: null })
  }
  for (const part of text.split(/(\s)/)) {
    const [start, end] = bounds(part)
    const words = part.slice(start, end)
    const address = webAddress(words) ?? emailAddress(words)
    if (address === null) {
      add(part)
      continue
    }
    add(part.slice(0, start))
    pieces.push({ text: words, address })
    add(part.slice(end))
  }
  return pieces
}

/** Where a part of a text begins and ends without the marks around it. A closing bracket stays with its opening one. */
function bounds(part: string): [start: number, end: number] {
  let [start, end] = [0, part.length]
  while (start < end && AROUND.has(part.charAt(start))) start += 1
  const closing = closingBrackets(part, start)
  while (end > start && AROUND.has(part.charAt(end - 1)) && !closing.has(end - 1)) end -= 1
  return [start, end]
}

/** Where brackets close that open after the start. */
function closingBrackets(part: string, start: number): Set<number> {
  const closing = new Set<number>()
  const open = new Map<string, number>()
  for (let at = start; at < part.length; at += 1) {
    const mark = part.charAt(at)
    const opening = OPENING.get(mark)
    const count = open.get(opening ?? mark) ?? 0
    open.set(opening ?? mark, opening ? Math.max(0, count - 1) : count + 1)
    if (opening && count > 0) closing.add(at)
  }
  return closing
}

/**
 * The address of a page, which names no user: `https://bank.example@evil.example` would look like the bank's. Two addresses
 * without a space between them are none, as the end of the first one is unknown.
 */
function webAddress(words: string): string | null {
  if (!/^https:\/\/[^/]/i.test(words) || TWO_ADDRESSES.test(words) || INVISIBLE.test(words) || !URL.canParse(words))
    return null
  const { username, password, href } = new URL(words)
  return username === '' && password === '' ? href : null
}

function emailAddress(words: string): string | null {
  const [name = '', host = '', ...more] = words.split('@')
  const isHost = host.includes('.') && host.split('.').every((label) => /^[a-z\d-]+$/i.test(label))
  return more.length === 0 && /^[\w.+-]+$/.test(name) && isHost ? `mailto:${words}` : null
}
