import { randomBytes } from 'node:crypto'
import type { Options } from '@node-rs/argon2'
import { createTurns, type TurnTaker } from './password-turns.ts'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. Argon2id is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options

/** Loaded on first use: the native module would otherwise weigh on every start. */
const argon2 = () => import('@node-rs/argon2')

/** Two leave half of Node's four worker threads to files; sixteen wait for about half a second. */
const takeTurn = createTurns({ atOnce: 2, waiting: 16, kept: 4 })

/** In whose name the program itself hashes: one caller among all. */
const OURSELVES: TurnTaker = { network: '', isKnown: true }

/** Stands in for the hash of an account that does not exist: of the same cost, and of no password anybody could find. */
const DECOY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${randomBase64(16)}$${randomBase64(32)}`

/** The work on passwords, about 60 ms a call beside the event loop; to be had in a turn only. */
export type PasswordWork = {
  hash(password: string): Promise<string>
  /**
   * Tells whether a password belongs to a stored hash.
   * @param stored undefined when the account does not exist: the same work is done, so that time tells nothing
   */
  verify(stored: string | undefined, password: string): Promise<boolean>
}

const WORK: PasswordWork = {
  hash: async (password) => (await argon2()).hash(password, COST),
  verify: async (stored, password) => {
    const matches = await (await argon2()).verify(stored ?? DECOY, password)
    return stored !== undefined && matches
  },
}

/**
 * Works on passwords when it is the caller's turn.
 * @param taker the network that asks, so that one does not take every place
 * @throws {RequestError} `unavailable` when too many wait already
 */
export function workOnPasswords<Result>(
  taker: TurnTaker,
  work: (passwords: PasswordWork) => Promise<Result>,
): Promise<Result> {
  return takeTurn(taker, () => work(WORK))
}

/** Hashes a password for storing, in a turn of its own. */
export function hashPassword(password: string): Promise<string> {
  return workOnPasswords(OURSELVES, ({ hash }) => hash(password))
}

/** A password of 144 bits, in characters that are read and typed without doubt. */
export function generatePassword(): string {
  return randomBytes(18).toString('base64url')
}

function randomBase64(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '')
}
