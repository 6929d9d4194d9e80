import { beginsWord } from '../../ui/text/begins-word.ts'

/** A person who can be mentioned. */
export type Mentionable = { id: number; name: string }

/** A part of a comment: text, or the mention of a person. */
export type CommentPart = { text: string; isMention: boolean }

/** Longest beginning of a name that is looked for, in characters. */
const LONGEST_QUERY = 40

/** The persons whom a text mentions: all of the longest name that follows an @. */
export function mentionsIn(text: string, people: readonly Mentionable[]): number[] {
  const names = new Set(partsOf(text, people).flatMap((part) => (part.isMention ? [part.text.slice(1)] : [])))
  return people.filter(({ name }) => names.has(name)).map(({ id }) => id)
}

/** Splits a text into its mentions and what is between them. */
export function partsOf(text: string, people: readonly Mentionable[]): CommentPart[] {
  const names = [...new Set(people.map(({ name }) => name))].toSorted((one, other) => other.length - one.length)
  const parts: CommentPart[] = []
  let from = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const name = isWordBefore(text, at) ? undefined : names.find((each) => startsWithName(text, at + 1, each))
    if (name === undefined) continue
    if (at > from) parts.push({ text: text.slice(from, at), isMention: false })
    from = at + 1 + name.length
    parts.push({ text: text.slice(at, from), isMention: true })
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMention: false })
  return parts
}

/** An address has an @ too. */
function isWordBefore(text: string, at: number): boolean {
  return at > 0 && WORD.test(text.charAt(at - 1))
}

function startsWithName(text: string, at: number, name: string): boolean {
  return text.startsWith(name, at) && !WORD.test(text.charAt(at + name.length))
}

const WORD = /[\p{L}\p{N}]/u

/** What is typed of a name before the caret, and where its @ is; undefined where none is being typed. */
export function queryAt(text: string, caret: number): { start: number; query: string } | undefined {
  const start = text.lastIndexOf('@', caret - 1)
  if (start === -1 || isWordBefore(text, start)) return undefined
  const query = text.slice(start + 1, caret)
  return query.length > LONGEST_QUERY || query.includes('\n') ? undefined : { start, query }
}

/** The people of whose name a word begins like a query, or all of it. */
export function matchesOf<Person extends Mentionable>(query: string, people: readonly Person[]): Person[] {
  const wanted = plain(query)
  return people.filter(({ name }) => {
    const own = plain(name)
    return own !== wanted && beginsWord(own, wanted)
  })
}

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
