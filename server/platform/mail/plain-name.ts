/** Characters of a name; a longer one is a sentence. */
const LONGEST = 80
/** Digits of a name, as in `3rd`; a telephone number has more. */
const MOST_DIGITS = 2

/** A word: letters with their marks and joiners, and what stands between letters in names. */
const WORD = /^[("“„«]?(?:[\p{L}\p{M}\p{Nd}'’‘ʼ`´·・‐‑-]|\u200c|\u200d)+[.,]?[)"”“»]?,?$/u
/** Initials without a space, as in `J.R.R.`. */
const INITIALS = /^(?:\p{L}\p{M}*\.){2,}-?\p{L}?,?$/u

/**
 * A name that any visitor may have typed, for the headers and texts of a mail: there it must not carry an address to open or to
 * call, nor anything that a mail program decodes.
 * @returns null unless it is made of what names are made of
 */
export function plainName(name: string | null): string | null {
  const words = (name ?? '').split(/\s+/u).filter(Boolean)
  const plain = words.join(' ')
  if (plain.length > LONGEST || !/\p{L}/u.test(plain)) return null
  if ((plain.match(/\p{Nd}/gu)?.length ?? 0) > MOST_DIGITS) return null
  return words.every((word) => WORD.test(word) || INITIALS.test(word)) ? plain : null
}
