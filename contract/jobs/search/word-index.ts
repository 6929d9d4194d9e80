/** The words of some texts, each with its number. It only grows, so that a text keeps its numbers. */
export type Vocabulary = Map<string, number>

/** Which of some texts, by their positions in a list, have a word that begins with a given one. */
export type WordIndex = {
  /** Every word of any text once, by code units. */
  words: string[]
  /** Where the texts of each word begin in {@link positions}, and the end of the last one. */
  starts: Int32Array
  /** The positions of the texts of the first word, then those of the second one, and so on. */
  positions: Int32Array
  /** The number of the texts. */
  size: number
}

/** Words that are handled between two pauses. */
const STEP = 5_000

/** The numbers of words; those that the vocabulary does not have get the next ones. */
export function numberWords(words: readonly string[], vocabulary: Vocabulary): Int32Array {
  return Int32Array.from(words, (word) => {
    const number = vocabulary.get(word)
    if (number !== undefined) return number
    vocabulary.set(word, vocabulary.size)
    return vocabulary.size - 1
  })
}

/**
 * Makes the index of some texts. It may be paused at each `yield`: the time between two is that of a few thousand words.
 * @param texts the numbers of the words of each text, each once
 */
export function* indexWords(texts: readonly Int32Array[], vocabulary: Vocabulary): Generator<void, WordIndex> {
  const counts = new Int32Array(vocabulary.size)
  for (const numbers of texts) {
    for (const number of numbers) counts[number] = (counts[number] ?? 0) + 1
    yield
  }
  const words = yield* sortInParts([...vocabulary].filter(([, number]) => (counts[number] ?? 0) > 0))
  const starts = new Int32Array(words.length + 1)
  const next = counts
  let total = 0
  for (const [at, [, number]] of words.entries()) {
    const count = counts[number] ?? 0
    next[number] = total
    total += count
    starts[at + 1] = total
  }
  yield
  const positions = new Int32Array(total)
  for (const [position, numbers] of texts.entries()) {
    for (const number of numbers) {
      const at = next[number] ?? 0
      positions[at] = position
      next[number] = at + 1
    }
    yield
  }
  return { words: words.map(([word]) => word), starts, positions, size: texts.length }
}

/** Which texts have, for each prefix, a word that begins with it: 1 at their positions, and 0 at the others. */
export function findTexts({ words, starts, positions, size }: WordIndex, prefixes: readonly string[]): Uint8Array {
  // A text that has the first prefixes is marked with their number, so that no prefix needs a list.
  const marks = new Uint8Array(size)
  for (const [number, prefix] of prefixes.entries()) {
    const to = starts[firstFrom(words, afterAll(prefix))] ?? 0
    for (let at = starts[firstFrom(words, prefix)] ?? 0; at < to; at += 1) {
      const position = positions[at] ?? 0
      if (marks[position] === number) marks[position] = number + 1
    }
  }
  return marks.map((found) => (found === prefixes.length ? 1 : 0))
}

/** The position of the first word that does not come before a given one. */
function firstFrom(words: readonly string[], word: string): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle] ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}

/** Comes after all words with a prefix: no word has the largest code unit. */
function afterAll(prefix: string): string {
  return `${prefix}\uFFFF`
}

type Numbered = [word: string, number: number]

/** Sorts words by code units, in parts: sorting those of thousands of texts at once takes tens of milliseconds. */
function* sortInParts(words: readonly Numbered[]): Generator<void, Numbered[]> {
  const parts = new Map<string, Numbered[]>()
  for (const [index, numbered] of words.entries()) {
    const prefix = numbered[0].slice(0, 2)
    const part = parts.get(prefix)
    if (part) part.push(numbered)
    else parts.set(prefix, [numbered])
    if (index % STEP === 0) yield
  }
  const sorted: Numbered[] = []
  for (const prefix of [...parts.keys()].sort()) {
    const part = parts.get(prefix) ?? []
    for (const numbered of part.sort(([one], [other]) => (one < other ? -1 : 1))) sorted.push(numbered)
    yield
  }
  return sorted
}
