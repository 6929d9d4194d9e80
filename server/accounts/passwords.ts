import type { Options } from '@node-rs/argon2'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. Argon2id is the library's default algorithm. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Loaded on first use: the native module would otherwise weigh on every start. */
const argon2 = () => import('@node-rs/argon2')

let decoy: Promise<string> | undefined

/** Hashes a password for storing; about 60 ms of work beside the event loop. */
export async function hashPassword(password: string): Promise<string> {
  return (await argon2()).hash(password, COST)
}

/**
 * Tells whether a password belongs to a stored hash.
 * @param hash undefined when the account does not exist: the same work is done, so that time tells nothing
 */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const matches = await (await argon2()).verify(hash ?? (await decoy), password)
  return hash !== undefined && matches
}
