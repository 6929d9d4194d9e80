/** The rules by which a search finds words: the same in the index, in a query, and where found words are marked. */

/** Words are cut to this many characters, in the index and in a query. */
const LONGEST_WORD = 40
/** A query of more words is searched by its longest ones, which are the rarest. */
const MOST_TERMS = 12
/** Shorter endings of a phone number are too common to be indexed. */
const SHORTEST_PHONE_ENDING = 4
/** From so many digits on, a query of nothing but digits and punctuation is a phone number, however it is grouped. */
const SHORTEST_PHONE = 7

const LETTERS_AND_DIGITS = /[\p{L}\p{N}]+/gu
const WORDS_WITH_MARKS = /[\p{L}\p{N}\p{M}]+/gu
/** Scripts that put no space between words are searched by the character. */
const WITHOUT_SPACES = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])/u
/** What ends where a word begins, and the first letter of a word of one letter. */
const ENDS_BEFORE_WORD = /^$|(?:[^\p{L}\p{N}]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])$/u

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
  const runs = [...new Set(normalise(text).match(LETTERS_AND_DIGITS))]
  const words = runs.flatMap((run) => run.split(WITHOUT_SPACES)).filter(Boolean)
  return [...new Set(words.map(cut))]
}

/** The words of a phone number, and its digits from each digit on: a search finds any part of it. */
export function phoneWords(phone: string): string[] {
  const digits = digitsOf(phone)
  const count = Math.max(0, digits.length - SHORTEST_PHONE_ENDING + 1)
  return [...wordsOf(phone), ...Array.from({ length: count }, (_, start) => cut(digits.slice(start)))]
}

/**
 * The words with which an application's words must begin for a query to find it, all of them; none where the query has no
 * words.
 */
export function queryWords(query: string): string[] {
  const words = isPhone(query) ? [cut(digitsOf(query))] : wordsOf(query)
  return words.toSorted((one, other) => other.length - one.length).slice(0, MOST_TERMS)
}

/** A part of a text: from its first character up to, but without, its last. */
export type TextRange = { start: number; end: number }

/** Where a text has words that begin with one of the wanted ones, which are normalised. Linear in the text's length. */
export function findWords(text: string, wanted: readonly string[]): TextRange[] {
  // Splitting a text costs a hundred times as much as a look whether it has to be.
  if (!hasWords(text, wanted)) return []
  const runs = [...text.matchAll(WORDS_WITH_MARKS)].flatMap(({ 0: run, index }) => piecesOf(run, index))
  return runs.filter(({ start, end }) => hasWords(text.slice(start, end), wanted))
}

/** Whether a text has a word that begins with one of the wanted ones, which are normalised. Linear in the text's length. */
export function hasWords(text: string, wanted: readonly string[]): boolean {
  const normalised = normalise(text)
  return wanted.some((word) => {
    const isAlone = WITHOUT_SPACES.test(word)
    let at = normalised.indexOf(word)
    // The two units before it have the whole character before it.
    while (at >= 0 && !isAlone && !ENDS_BEFORE_WORD.test(normalised.slice(Math.max(0, at - 2), at)))
      at = normalised.indexOf(word, at + 1)
    return at >= 0
  })
}

/** The words of a run of letters and digits: more than one in scripts without spaces. */
function piecesOf(run: string, index: number): TextRange[] {
  let end = index
  const pieces = run.split(WITHOUT_SPACES).map((piece) => {
    const start = end
    end += piece.length
    return { start, end }
  })
  return pieces.filter(({ start, end }) => start < end)
}

function isPhone(query: string): boolean {
  return /^[\d\s().+/-]+$/.test(query) && digitsOf(query).length >= SHORTEST_PHONE
}

/** The digits of a phone number. */
export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}

function cut(word: string): string {
  return word.length <= LONGEST_WORD ? word : [...word].slice(0, LONGEST_WORD).join('')
}

function withoutMarks(text: string): string {
  return text.replaceAll(/[\0\p{M}]/gu, '')
}
