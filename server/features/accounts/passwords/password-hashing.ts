import { randomBytes } from 'node:crypto'
import type { Options } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { RequestError } from '../../../platform/http/request-error.ts'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. Argon2id is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options

/** Loads the native module on first use, which keeps the start fast. */
const argon2 = () => import('@node-rs/argon2')

/** Seconds after which a refused request is likely to find a free slot. */
const RETRY_AFTER_S = 5

/** The network that a request comes from, and whether an admin has signed in from it lately. */
export type HashingRequest = { network: string; isKnown: boolean }

/**
 * Makes a queue for expensive work. One network has at most half of all slots when it is known, and a third otherwise.
 * Unknown networks never take the reserved slots.
 * @param size how many hashes run at once, how many wait, and how many of all slots are reserved for known networks
 * @returns runs work as soon as a slot is free; rejects with `unavailable` when too many wait
 */
export function createHashingQueue({
  concurrency,
  waiting,
  reserved,
}: {
  concurrency: number
  waiting: number
  reserved: number
}) {
  const slots = concurrency + waiting
  const limit = pLimit(concurrency)
  const running: HashingRequest[] = []

  const hasSlot = ({ network, isKnown }: HashingRequest): boolean => {
    if (running.length >= slots) return false
    const own = running.filter((request) => request.network === network).length
    const unknown = running.filter((request) => !request.isKnown).length
    return isKnown ? own < Math.floor(slots / 2) : own < Math.floor(slots / 3) && unknown < slots - reserved
  }

  return async <Result>(request: HashingRequest, work: () => Promise<Result>): Promise<Result> => {
    if (!hasSlot(request)) throw busy()
    running.push(request)
    try {
      return await limit(work)
    } finally {
      running.splice(running.indexOf(request), 1)
    }
  }
}

/** Two leave half of Node's four worker threads to files; sixteen wait for about half a second. */
const runQueued = createHashingQueue({ concurrency: 2, waiting: 16, reserved: 4 })

/** The server itself hashes as one network among all. */
const SERVER: HashingRequest = { network: '', isKnown: true }

/** Stands for the hash of an account that does not exist: of the same cost, and of no password. */
const DECOY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${randomBase64(16)}$${randomBase64(32)}`

/** Hashing, about 60 ms a call beside the event loop; available only within {@link queueHashing}. */
export type PasswordHasher = {
  hash(password: string): Promise<string>
  /**
   * Whether a password matches a stored hash.
   * @param stored undefined when the account does not exist, empty when it has no password: the work is the same, so that its time
   * reveals nothing
   */
  verify(stored: string | undefined, password: string): Promise<boolean>
}

const HASHER: PasswordHasher = {
  hash: async (password) => (await argon2()).hash(password, COST),
  verify: async (stored, password) => {
    const matches = await (await argon2()).verify(stored || DECOY, password)
    return Boolean(stored) && matches
  },
}

/**
 * Queues work on passwords.
 * @throws {RequestError} `unavailable` when too many requests wait already
 */
export function queueHashing<Result>(
  request: HashingRequest,
  work: (hasher: PasswordHasher) => Promise<Result>,
): Promise<Result> {
  return runQueued(request, () => work(HASHER))
}

/** Hashes a password for storing. */
export function hashPassword(password: string): Promise<string> {
  return queueHashing(SERVER, ({ hash }) => hash(password))
}

/** A password of 144 bits, in characters that are unambiguous to read and type. */
export function generatePassword(): string {
  return randomBytes(18).toString('base64url')
}

function randomBase64(bytes: number): string {
  return randomBytes(bytes).toString('base64').replaceAll('=', '')
}

function busy(): RequestError {
  const message = 'Too many passwords are being checked right now. Please try again in a few seconds.'
  return new RequestError('unavailable', message, { retryAfter: RETRY_AFTER_S })
}
