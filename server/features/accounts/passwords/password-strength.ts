import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { MINIMUM } from '../../../../contract/wire/limits.ts'
import { RequestError } from '../../../platform/http/request-error.ts'

/** The 10,000 most common passwords of sufficient length, in lower case (source: `docs/decisions/0039`). */
const COMMON = join(import.meta.dirname, 'common-passwords.txt.gz')

/** Ordinary words contain shorter usernames. */
const SHORTEST_USERNAME = 3

/**
 * Refuses a new password that is easy to guess, whatever its length.
 * @param username the account's username from then on
 * @param field what the form calls the password
 * @throws {RequestError} `password_weak`, with an issue for the field
 */
export async function requireStrongPassword(
  password: string,
  username: string,
  field: 'newPassword' | 'password' = 'newPassword',
): Promise<void> {
  if (isMadeOf(username, password)) {
    throw weak(`Besides the username, the password must have at least ${MINIMUM.newPassword} characters.`, field)
  }
  if (await isCommon(password)) {
    throw weak('This password is one of the most common ones, which are tried first. Please choose another.', field)
  }
}

/** Whether a password is too short without the username in it, which every guesser tries. */
function isMadeOf(username: string, password: string): boolean {
  if (username.length < SHORTEST_USERNAME) return false
  const rest = password.toLowerCase().replaceAll(username.toLowerCase(), '')
  return rest.length < MINIMUM.newPassword
}

/** Reads the list each time: passwords change too seldom to keep it in memory. */
async function isCommon(password: string): Promise<boolean> {
  const list = await promisify(gunzip)(await readFile(COMMON))
  return `\n${list}`.includes(`\n${password.toLowerCase()}\n`)
}

function weak(message: string, field: string): RequestError {
  return new RequestError('password_weak', message, { issues: [{ path: field, message }] })
}
