import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { API, IDEMPOTENCY_HEADER } from '../../contract/wire/paths.ts'
import { APPLICANT, fixture, form } from '../factories.ts'

/** One form, sent again and again until it is acknowledged, by a visitor with an address of their own. */
export type Attempt = { key: string; content: Buffer<ArrayBuffer>; address: string }

/** Makes a form with a real PDF of unique content: the bytes after the document are a comment. */
export function newAttempt(): Attempt {
  const comment = `\n%${randomBytes(Math.random() * 100_000).toString('hex')}\n%%EOF\n`
  const content = Buffer.concat([fixture('resume.pdf'), Buffer.from(comment)])
  return { key: randomUUID(), content, address: `10.${[1, 2, 3].map(() => randomInt(256)).join('.')}` }
}

/** SHA-256 of a file, hexadecimal. */
export function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/**
 * Sends a form once.
 * @returns the status, and the id of the application where there is one; undefined without a response
 */
export async function sendOnce(
  url: string,
  { key, content, address }: Attempt,
): Promise<{ status: number; id: number } | undefined> {
  const body = form(APPLICANT, { name: 'resume.pdf', content })
  const headers = { [IDEMPOTENCY_HEADER]: key, 'x-forwarded-for': address }
  try {
    const response = await fetch(url + API.submitApplication, { method: 'POST', headers, body })
    const text = await response.text()
    return { status: response.status, id: response.status === 201 ? JSON.parse(text).id : 0 }
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
