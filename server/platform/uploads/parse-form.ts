import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import createParser, { type Busboy, type FieldInfo } from 'busboy'
import { brokenForm, FORM_LIMITS, onceBeyondLimits, READ_AHEAD_BYTES } from './form-limits.ts'

/** Length of a content type with its boundary, in characters. */
const MOST_OF_TYPE = 300

/** How often it is looked whether a form still moves, within the time that it need not. */
const CHECKS = 4

/** What is told of each part, in its order. Parts that are no form fields are read over. */
export type PartListener = {
  /** A field that was read whole, or up to its limit. */
  onField(name: string | undefined, value: string, info: FieldInfo): void
  /** The one file of the form. It must be read; it is destroyed where the form is given up. */
  onFile(name: string | undefined, content: Readable, fileName: string): void
  /** The form has more parts than any form of ours. */
  onTooManyParts(): void
}

/**
 * Reads a form to its end (`docs/decisions/0036-slow-and-broken-forms.md`). Rejects with the reason of the signal, with
 * what a limit says, or with `invalid_request` where the body is no form or breaks off; its rest is left unread then.
 * @param options.signal gives the form up
 * @param options.parsingMs how long nothing may move while there is something to read, or all has come
 * @param options.onStalled the error where it was longer
 */
export async function parseForm(
  body: IncomingMessage,
  listener: PartListener,
  { signal, parsingMs, onStalled }: { signal?: AbortSignal | undefined; parsingMs: number; onStalled: () => Error },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const parser = openParser(body, listener)
  let idleChecks = 0
  const giveUp = (error: Error) => {
    reject(error)
    body.unpipe(parser)
    // Ends its file too. What it still says is of no interest.
    parser.on('error', () => undefined).destroy(error)
  }
  const onAbort = () => giveUp(signal?.reason)
  const onCut = () => body.complete || giveUp(brokenForm())
  const onPiece = () => {
    idleChecks = 0
  }
  // Checks are counted, not time: a process that stood still has not read what came meanwhile.
  const checking = setInterval(() => {
    const isSendersTurn = body.readableLength === 0 && !body.complete
    idleChecks = isSendersTurn ? 0 : idleChecks + 1
    if (idleChecks > CHECKS) giveUp(onStalled())
  }, parsingMs / CHECKS)
  parser.once('close', resolve).once('error', () => giveUp(brokenForm()))
  signal?.addEventListener('abort', onAbort, { once: true })
  body.once('close', onCut)
  if (signal?.aborted) onAbort()
  else if (body.destroyed && !body.complete) onCut()
  else {
    // Counted before the parser has a piece, since what is refused of it is given back there and then empty.
    body.on('data', onPiece)
    onceBeyondLimits(body, giveUp)
    body.pipe(parser)
  }
  return promise.finally(() => {
    clearInterval(checking)
    signal?.removeEventListener('abort', onAbort)
    body.off('close', onCut).off('data', onPiece)
  })
}

/** @throws {RequestError} where the header names no boundary, or one far longer than the 70 characters of RFC 2046 */
function openParser({ headers }: IncomingMessage, { onField, onFile, onTooManyParts }: PartListener): Busboy {
  if ((headers['content-type']?.length ?? 0) > MOST_OF_TYPE) throw brokenForm()
  try {
    return createParser({
      headers,
      limits: FORM_LIMITS,
      highWaterMark: READ_AHEAD_BYTES,
      // A file's next piece is read only once the one before is written. 0 would mean the default.
      fileHwm: 1,
      defParamCharset: 'utf8',
    })
      .on('field', onField)
      .on('file', (name, content, { filename }) => onFile(name, content, filename ?? ''))
      .on('partsLimit', onTooManyParts)
      .on('filesLimit', onTooManyParts)
      .on('fieldsLimit', onTooManyParts)
  } catch {
    throw brokenForm()
  }
}
