import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { MINIMUM } from '../../../contract/limits.ts'
import { RequestError } from '../../platform/http/request-error.ts'

/** The 10,000 most common passwords that are long enough, in lower case; where they come from is in `docs/decisions/0039`. */
const COMMON = join(import.meta.dirname, 'common-passwords.txt.gz')

/** Shorter usernames are found in ordinary words. */
const SHORTEST_USERNAME = 3

/**
 * Refuses a new password that is guessed soon, whatever its length.
 * @param username the one that the account has from then on
 * @throws {RequestError} `password_weak`, with what to do at the field
 */
export async function requireStrongPassword(password: string, username: string): Promise<void> {
  if (isMadeOf(username, password)) {
    throw weak(`Besides the username, the password must have at least ${MINIMUM.newPassword} characters.`)
  }
  if (await isCommon(password)) {
    throw weak('This password is one of the most common ones, which are tried first. Please choose another.')
  }
}

/** Whether too little is left of a password without the username in it, which every guesser puts in. */
function isMadeOf(username: string, password: string): boolean {
  if (username.length < SHORTEST_USERNAME) return false
  const rest = password.toLowerCase().replaceAll(username.toLowerCase(), '')
  return rest.length < MINIMUM.newPassword
}

/** Reads the list anew each time: passwords are changed too seldom for it to stay in memory. */
async function isCommon(password: string): Promise<boolean> {
  const list = await promisify(gunzip)(await readFile(COMMON))
  return `\n${list}`.includes(`\n${password.toLowerCase()}\n`)
}

function weak(message: string): RequestError {
  return new RequestError('password_weak', message, { issues: [{ path: 'newPassword', message }] })
}
