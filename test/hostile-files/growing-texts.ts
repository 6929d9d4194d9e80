/** What texts repeat that took more than linear time, or could, and how long they are; see `growing-files.ts`. */
type Repeated = { units: string[]; longest: number }

/** What normalising the text of a resume has to tidy. */
export const OF_RESUMES: Repeated = {
  units: ['\u0315\u0300', 'a-\n', '\n', ' ', 'E ', 'AB C ', 'ﷺ', '\u00ad\n', '\uf0b7'],
  longest: 20_000,
}

/** What finding links looks for, also behind the beginning of an address. */
export const OF_LINKS: Repeated & { before: string } = {
  units: ['(', ')', '()', '(]', '.', 'https://', 'https://x.example/(', 'a@', 'a@b.example '],
  before: 'https://x.example/',
  longest: 50_000,
}

/** What finding words has to normalise. */
export const OF_WORDS: Repeated = {
  units: ['\u0315\u0300', '\u0345\u0300', '\u0344', '\u0f73', '\uff9e\uff9f', '\ufdfa', 'a ', '龍'],
  longest: 20_000,
}

/** A query of as many different words as fit into a length. */
export const queryOfWords = (length: number) =>
  Array.from({ length: length / 4 }, (_, word) => (1_000 + word).toString(36)).join(' ')
/** In characters. */
export const LONGEST_QUERY = 20_000
