import type { Db } from '../../platform/database/tables.ts'

/** Letters that no decomposition takes apart, and Cyrillic and Greek letters that look Latin: an older account may have them. */
const LOOKS_LIKE = new Map(
  [
    ...['æ ae', 'œ oe', 'ß ss', 'ø o', 'đ d', 'ð d', 'ħ h', 'ł l', 'ŧ t', 'þ p', 'ı i', 'ĸ k', 'ŋ n'],
    ...['а a', 'в b', 'с c', 'ԁ d', 'е e', 'ѕ s', 'і i', 'ј j', 'к k', 'ӏ l', 'м m', 'н h', 'о o', 'р p', 'ԛ q', 'г r'],
    ...['т t', 'у y', 'ѵ v', 'ԝ w', 'х x', 'һ h', 'п n', 'ь b', 'з 3', 'α a', 'β b', 'γ y', 'ε e', 'ζ z', 'η n', 'ι i'],
    ...['κ k', 'μ u', 'ν v', 'ο o', 'ρ p', 'τ t', 'υ u', 'χ x', 'ω w'],
    ...['0 o', '1 l', 'i l', '| l'],
  ].map((pair) => pair.split(' ') as [string, string]),
)

/**
 * What is left of a username for a person who does not look twice: no accents, no case, and one letter for all that look
 * like it. Equal skeletons do not mean equal names.
 */
function skeletonOf(username: string): string {
  const bare = username
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} ._@|-]/gu, '')
  const letters = Array.from(bare, (letter) => LOOKS_LIKE.get(letter) ?? letter).join('')
  return letters
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll(/[ ._-]+/g, ' ')
    .trim()
}

/**
 * Another account whose username looks like a name that is about to be given. To be asked in the transaction that gives
 * it, with the turn of `accounts` taken, or two such names could be given at once.
 * @param exceptId the account that takes the name
 * @returns its username; undefined where there is none, or one with the very same name, which the unique index refuses
 */
export async function findLookAlike(db: Db, username: string, exceptId?: number): Promise<string | undefined> {
  const skeleton = skeletonOf(username)
  // Of a name of signs alone nothing is left to compare.
  if (skeleton === '') return undefined
  const accounts = await db.selectFrom('accounts').select(['id', 'username']).execute()
  const others = accounts.filter((account) => account.id !== exceptId && account.username !== username)
  return others.find((account) => skeletonOf(account.username) === skeleton)?.username
}
