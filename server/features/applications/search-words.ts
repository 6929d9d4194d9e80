/** Words are cut to this many characters, in the index and in a query. */
const LONGEST_WORD = 40
/** A query of more words is searched by its longest ones, which are the rarest. */
const MOST_TERMS = 12
/**
 * Beginnings of up to three characters are words of the index: to collect all the words that begin with one letter takes
 * longer than a search may. The mark keeps them apart from words.
 */
const LONGEST_BEGINNING = 3
const BEGINNING_MARK = '^'
/** Shorter endings of a phone number are too common to be indexed. */
const SHORTEST_PHONE_ENDING = 4
/** From so many digits on, a query of nothing but digits and punctuation is a phone number, however it is grouped. */
const SHORTEST_PHONE = 7

const LETTERS_AND_DIGITS = /[\p{L}\p{N}]+/gu
/** Scripts that put no space between words are searched by the character. */
const WITHOUT_SPACES = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])/u

/** A word of a query: an entry of the index, or the beginning of entries. */
export type SearchTerm = { entry: string; isBeginning: boolean }

/**
 * Text without case and accents, so that `nunez` finds `Núñez`. The engines agree on lower case only for ASCII, so both
 * store what this makes. Every sigma is the same: what is typed may be the beginning of a longer word.
 */
export function normalise(text: string): string {
  // Marks go first, too: normalising takes quadratic time in the number of marks on one letter.
  const bare = withoutMarks(withoutMarks(text).normalize('NFKD'))
  return bare.toLowerCase().replaceAll('ς', 'σ')
}

/** The words of a text, normalised, each once. */
export function wordsOf(text: string): string[] {
  const runs = normalise(text).match(LETTERS_AND_DIGITS) ?? []
  const words = runs.flatMap((run) => run.split(WITHOUT_SPACES)).filter(Boolean)
  return [...new Set(words.map(cut))]
}

/** The words of a phone number, and its digits from each digit on: a search finds any part of it. */
export function phoneWords(phone: string): string[] {
  const digits = digitsOf(phone)
  const count = Math.max(0, digits.length - SHORTEST_PHONE_ENDING + 1)
  return [...wordsOf(phone), ...Array.from({ length: count }, (_, start) => cut(digits.slice(start)))]
}

/** The entries of the index for words: the words and their short beginnings. */
export function indexEntries(words: readonly string[]): string[] {
  return [...new Set(words.flatMap((word) => [...beginningsOf(word), word]))]
}

/** What the entries of an application must have for a query to find it; nothing where the query has no words. */
export function searchTerms(query: string): SearchTerm[] {
  const words = isPhone(query) ? [cut(digitsOf(query))] : wordsOf(query)
  const longest = words.toSorted((one, other) => other.length - one.length).slice(0, MOST_TERMS)
  return longest.map((word) => {
    const isShort = [...word].length <= LONGEST_BEGINNING
    return { entry: isShort ? BEGINNING_MARK + word : word, isBeginning: !isShort }
  })
}

function beginningsOf(word: string): string[] {
  const characters = [...word].slice(0, LONGEST_BEGINNING)
  return characters.map((_, index) => BEGINNING_MARK + characters.slice(0, index + 1).join(''))
}

function isPhone(query: string): boolean {
  return /^[\d\s().+/-]+$/.test(query) && digitsOf(query).length >= SHORTEST_PHONE
}

/** The digits of a phone number. */
export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

function cut(word: string): string {
  return [...word].slice(0, LONGEST_WORD).join('')
}

function withoutMarks(text: string): string {
  return text.replaceAll(/[\0\p{M}]/gu, '')
}
