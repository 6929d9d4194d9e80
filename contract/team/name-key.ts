/** What nobody sees of a text, as a soft hyphen, a joiner or the choice of a form. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu

/** What two names have in common that differ in case, in Unicode form, in spaces or in characters that nobody sees alone. */
export function nameKey(name: string): string {
  const seen = name.replaceAll(UNSEEN, '')
  return seen.normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
}
