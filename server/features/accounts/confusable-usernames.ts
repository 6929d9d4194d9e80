import type { Db } from '../../platform/database/tables.ts'

/** Letters without a decomposition, and Cyrillic and Greek letters that look Latin. */
const CONFUSABLES = new Map(
  [
    ...['æ ae', 'œ oe', 'ß ss', 'ø o', 'đ d', 'ð d', 'ħ h', 'ł l', 'ŧ t', 'þ p', 'ı i', 'ĸ k', 'ŋ n'],
    ...['а a', 'в b', 'с c', 'ԁ d', 'е e', 'ѕ s', 'і i', 'ј j', 'к k', 'ӏ l', 'м m', 'н h', 'о o', 'р p', 'ԛ q', 'г r'],
    ...['т t', 'у y', 'ѵ v', 'ԝ w', 'х x', 'һ h', 'п n', 'ь b', 'з 3', 'α a', 'β b', 'γ y', 'ε e', 'ζ z', 'η n', 'ι i'],
    ...['κ k', 'μ u', 'ν v', 'ο o', 'ρ p', 'τ t', 'υ u', 'χ x', 'ω w'],
    ...['0 o', '1 l', 'i l', '| l'],
  ].map((pair) => pair.split(' ') as [string, string]),
)

/**
 * The skeleton of a username (Unicode UTS #39): no accents, no case, one letter for all confusable ones. Usernames with equal
 * skeletons look alike.
 */
function skeletonOf(username: string): string {
  const bare = username
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} ._@|-]/gu, '')
  const letters = Array.from(bare, (letter) => CONFUSABLES.get(letter) ?? letter).join('')
  return letters
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll(/[ ._-]+/g, ' ')
    .trim()
}

/**
 * Finds another account with a confusable username. Call it in the transaction that stores the username, with the lock of
 * `accounts` held, or two such usernames could be stored at once.
 * @param exceptId the account that gets the username
 * @returns the confusable username; undefined without one, and for an equal username, which the unique index refuses
 */
export async function findConfusable(db: Db, username: string, exceptId?: number): Promise<string | undefined> {
  const skeleton = skeletonOf(username)
  // A username of punctuation alone has an empty skeleton.
  if (skeleton === '') return undefined
  const accounts = await db.selectFrom('accounts').select(['id', 'username']).execute()
  const others = accounts.filter((account) => account.id !== exceptId && account.username !== username)
  return others.find((account) => skeletonOf(account.username) === skeleton)?.username
}
