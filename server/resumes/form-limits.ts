import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { RESUME_MAX_BYTES } from '../../contract/limits.ts'
import { RequestError } from '../http/request-error.ts'

/** So much of a body may wait for whoever reads it before its connection is read no further. */
export const READ_AHEAD_BYTES = 16 * 1024

const FIELDS = 10
/** Room for a note of the greatest length in four-byte characters; schemas then judge what fitted. In bytes. */
const FIELD_BYTES = 65_536
/** Boundaries and headers of all parts. In bytes. */
const FRAME_BYTES = 131_072

/** What the parser of a form takes, and how little of it waits in memory: a file's next piece only once one is written. */
export const FORM_PARSING = {
  limits: {
    fileSize: RESUME_MAX_BYTES,
    files: 1,
    fields: FIELDS,
    parts: FIELDS + 2,
    fieldSize: FIELD_BYTES,
    headerPairs: 20,
  },
  highWaterMark: READ_AHEAD_BYTES,
  fileHwm: 0,
}

/** More than this no form can have that passes. In bytes. */
const FORM_MAX_BYTES = RESUME_MAX_BYTES + FIELDS * FIELD_BYTES + FRAME_BYTES

/**
 * Refuses by its header what cannot be a form of ours.
 * @throws {RequestError} `wrong_type` or `too_large`
 */
export function requireTakeableForm(request: FastifyRequest): void {
  if (!request.isMultipart()) {
    throw new RequestError('wrong_type', 'Please send the form as multipart/form-data.')
  }
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new RequestError('wrong_type', 'Please send the form without compression.')
  if (claimsTooMuch(request.raw)) throw tooLarge()
}

/** Whether a body says of itself that it is larger than any form. */
export function claimsTooMuch({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > FORM_MAX_BYTES
}

/** Calls back when more of a body has arrived than any form has. To be called once something reads the body. */
export function onceTooLarge(body: IncomingMessage, callback: () => void): void {
  let arrived = 0
  const count = (chunk: Buffer) => {
    arrived += chunk.length
    if (arrived <= FORM_MAX_BYTES) return
    body.off('data', count)
    callback()
  }
  body.on('data', count)
}

/** The answer to a file that is too large, or to a body that can only hold one. */
export function tooLarge(): RequestError {
  return new RequestError('too_large', 'The resume is larger than 10 MB. Please choose a smaller file.')
}
