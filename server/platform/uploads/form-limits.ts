import type { IncomingMessage } from 'node:http'
import type { Limits } from 'busboy'
import type { FastifyRequest } from 'fastify'
import { RESUME_MAX_BYTES } from '../../../contract/limits.ts'
import { isForm } from '../http/connections/form-bodies.ts'
import { onceInCrumbs } from '../http/connections/small-pieces.ts'
import { RequestError } from '../http/request-error.ts'

/** So much of a body may wait for whoever reads it before its connection is read no further. */
export const READ_AHEAD_BYTES = 16 * 1024

const FIELDS = 10
/** Room for a note of the greatest length in four-byte characters; schemas then judge what fitted. In bytes. */
const FIELD_BYTES = 65_536
/** Boundaries and headers of all parts. In bytes. */
const FRAME_BYTES = 131_072
/** A part more than this is too many: one file, all fields, and one that is neither. */
const PARTS = FIELDS + 2

/** What the parser reads of a form. It calls a file or field cut off, and parts too many, once they reach their limit. */
export const FORM_LIMITS: Limits = {
  fileSize: RESUME_MAX_BYTES + 1,
  files: 1,
  fields: FIELDS,
  parts: PARTS + 1,
  fieldSize: FIELD_BYTES + 1,
}

/** More than this no form can have that passes. In bytes. */
const FORM_MAX_BYTES = RESUME_MAX_BYTES + FIELDS * FIELD_BYTES + FRAME_BYTES

/**
 * Refuses by its header what cannot be a form of ours.
 * @throws {RequestError} `wrong_type` or `too_large`
 */
export function requireTakeableForm(request: FastifyRequest): void {
  if (!isForm(request)) {
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

/**
 * Calls back once when more of a body has arrived than any form has, or in pieces too small. To be called once something
 * reads the body.
 */
export function onceBeyondLimits(body: IncomingMessage, refuse: (error: RequestError) => void): void {
  let arrived = 0
  const count = (chunk: Buffer) => {
    arrived += chunk.length
    if (arrived <= FORM_MAX_BYTES) return
    body.off('data', count)
    refuse(tooLarge())
  }
  body.on('data', count)
  onceInCrumbs(body, () => refuse(brokenForm('The form came in too many small pieces.')))
}

/** The answer to a file that is too large, or to a body that can only hold one. */
export function tooLarge(): RequestError {
  return new RequestError('too_large', 'The resume is larger than 10 MB. Please choose a smaller file.')
}

/** The answer to a body that cannot be read as a form. */
export function brokenForm(problem = 'The form did not arrive complete.'): RequestError {
  return new RequestError('invalid_request', `${problem} Please send it again.`)
}
