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

/** A username of one word. */
const USERNAME = /^\p{L}[\p{L}\p{M}\p{Nd}._-]*$/u
/** An email address: by it a colleague without an account is known. */
const EMAIL = /^[\p{L}\p{M}\p{Nd}._+'-]+@[\p{L}\p{M}\p{Nd}.-]+$/u

/**
 * What a mail calls a colleague, who has chosen the own name: where that is a text rather than a name, the mail would begin with it
 * as with its own words. A username stands without its dots.
 * @param otherwise stands where it is neither a name nor a username or an email address
 */
export function colleagueName(name: string, otherwise = 'A colleague'): string {
  const plain = plainName(name)
  if (plain !== null || name.length > LONGEST) return plain ?? otherwise
  // With its dots it might be an address to open.
  if (USERNAME.test(name)) return name.replaceAll('.', ' ').trim()
  return EMAIL.test(name) ? name : otherwise
}
