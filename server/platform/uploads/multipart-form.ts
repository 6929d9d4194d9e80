import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import createParser, { type Busboy, type FieldInfo, type Limits } from 'busboy'
import { RESUME_MAX_BYTES, RESUME_MAX_TEXT } from '../../../contract/wire/limits.ts'
import { onceTinyChunks } from '../http/connections/body-limits.ts'
import { RequestError } from '../http/request-error.ts'

/** Fits every field of a form, and each choice of each question of a posting. */
const FIELDS = 240
/** Fits a note of the greatest length in four-byte characters; the schemas check what fits. In bytes. */
const FIELD_BYTES = 65_536
/** All fields together: a form with the longest texts and answers has less. In characters, and in bytes of UTF-8. */
const FIELDS_LENGTH = 655_360
/** Names of all fields; those of our longest form have a quarter. Each letter of a name costs far more than one of a text. */
const NAMES_LENGTH = 32_768
/** Boundaries and headers of all parts. In bytes. */
const FRAME_BYTES = 131_072
/** One file, all fields, and one part that is neither; a further part is too many. */
const PARTS = FIELDS + 2
/** A larger form cannot be valid. In bytes. */
const FORM_MAX_BYTES = RESUME_MAX_BYTES + FIELDS_LENGTH + FRAME_BYTES

/** The parser reports a file or field as truncated, and parts as too many, once they reach their limit. */
const PARSER_LIMITS: Limits = {
  fileSize: RESUME_MAX_BYTES + 1,
  files: 1,
  fields: FIELDS,
  parts: PARTS + 1,
  fieldSize: FIELD_BYTES + 1,
}

/** Longest content type with its boundary, in characters. The boundary has up to 70 (RFC 2046). */
const CONTENT_TYPE_LENGTH = 300

/** How many times within `parsingMs` the parser checks that a form makes progress. */
const CHECKS = 4

/** Receives the parts of a form in their order. Parts that are no form fields are skipped. */
export type PartListener = {
  /** A field, whole or truncated at its limit. */
  onField(name: string | undefined, value: string, info: FieldInfo): void
  /** The one file of the form. The listener must read it; it is destroyed when parsing fails. */
  onFile(name: string | undefined, content: Readable, fileName: string): void
  /** The form has more parts, or longer fields, than any valid form. */
  onTooManyParts(): void
}

/** Whether a body declares that it is larger than any valid form. */
export function declaresTooMuch({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > FORM_MAX_BYTES
}

/**
 * Parses a form to its end (`docs/decisions/0036-slow-and-broken-forms.md`). On failure the rest of the body stays unread.
 * @param options.signal aborts parsing
 * @param options.parsingMs longest time without progress while there is something to parse, or once the body is complete
 * @param options.onStalled makes the error after that time
 * @throws the reason of the signal; {RequestError} `too_large` beyond a limit, `invalid_request` for a broken form
 */
export async function parseForm(
  body: IncomingMessage,
  listener: PartListener,
  { signal, parsingMs, onStalled }: { signal?: AbortSignal | undefined; parsingMs: number; onStalled: () => Error },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const parser = openParser(body, listener)
  let idleChecks = 0
  const fail = (error: Error) => {
    reject(error)
    body.unpipe(parser)
    // Destroying the parser ends its file too; its further errors do not matter.
    parser.on('error', () => undefined).destroy(error)
  }
  const onAbort = () => fail(signal?.reason)
  // What has come and was not read is lost then, so that a complete body may be cut as well.
  const onClose = () => body.readableEnded || fail(brokenForm())
  const onChunk = () => {
    idleChecks = 0
  }
  // Counts checks instead of time: a suspended process has not read what arrived meanwhile.
  const checking = setInterval(() => {
    const isWaitingForSender = body.readableLength === 0 && !body.complete
    idleChecks = isWaitingForSender ? 0 : idleChecks + 1
    if (idleChecks > CHECKS) fail(onStalled())
  }, parsingMs / CHECKS)
  parser.once('close', resolve).once('error', () => fail(brokenForm()))
  signal?.addEventListener('abort', onAbort, { once: true })
  body.once('close', onClose)
  if (signal?.aborted) onAbort()
  else if (body.destroyed) onClose()
  else {
    body.on('data', onChunk)
    onceBeyondLimits(body, fail)
    body.pipe(parser)
  }
  return promise.finally(() => {
    clearInterval(checking)
    signal?.removeEventListener('abort', onAbort)
    body.off('close', onClose).off('data', onChunk)
  })
}

/** @throws {RequestError} where the header has no boundary, or is too long */
function openParser({ headers }: IncomingMessage, { onField, onFile, onTooManyParts }: PartListener): Busboy {
  if ((headers['content-type']?.length ?? 0) > CONTENT_TYPE_LENGTH) throw brokenForm()
  try {
    const parser = createParser({ headers, limits: PARSER_LIMITS, defParamCharset: 'utf8' })
    let length = 0
    let namesLength = 0
    return parser
      .on('field', (name, value, info) => {
        namesLength += name?.length ?? 0
        if (namesLength > NAMES_LENGTH) return void parser.destroy(new Error('names of fields too long'))
        length += (name?.length ?? 0) + value.length
        if (length > FIELDS_LENGTH) onTooManyParts()
        else onField(name, value, info)
      })
      .on('file', (name, content, { filename }) => {
        // After a broken part the parser still reports the files of its buffer, which it never ends.
        if (parser.destroyed) content.destroy()
        else onFile(name, content, filename ?? '')
      })
      .on('partsLimit', onTooManyParts)
      .on('filesLimit', onTooManyParts)
      .on('fieldsLimit', onTooManyParts)
  } catch {
    throw brokenForm()
  }
}

/** Calls back once when a body exceeds any valid form in size, or arrives in too many tiny chunks. */
function onceBeyondLimits(body: IncomingMessage, refuse: (error: RequestError) => void): void {
  let received = 0
  const count = (chunk: Buffer) => {
    received += chunk.length
    if (received <= FORM_MAX_BYTES) return
    body.off('data', count)
    refuse(tooLarge())
  }
  body.on('data', count)
  onceTinyChunks(body, () => refuse(brokenForm('The form came in too many small pieces.')))
}

/** The response to a file that is too large, or to a body that contains one. */
export function tooLarge(): RequestError {
  return new RequestError('too_large', `The resume is larger than ${RESUME_MAX_TEXT}. Please choose a smaller file.`)
}

/** The response to a body that is no valid form. */
export function brokenForm(problem = 'The form did not arrive complete.'): RequestError {
  return new RequestError('invalid_request', `${problem} Please send it again.`)
}
