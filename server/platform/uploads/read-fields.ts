import type { FastifyRequest } from 'fastify'
import { isForm } from '../http/form-requests.ts'
import { brokenForm, parseForm } from './multipart-form.ts'

/**
 * Reads fields of a form that was refused before its body was read. Stops at the content of the file; the rest of the body
 * stays unread. An untouched file field has none, and what was written in its place follows. A body that is no form, or
 * that was read already, has no fields.
 * @param options.isWanted whether to keep a field of that name
 * @param options.parsingMs longest time without progress, in milliseconds
 */
export async function readFieldsBeforeFile(
  request: FastifyRequest,
  { isWanted, parsingMs }: { isWanted: (name: string) => boolean; parsingMs: number },
): Promise<Map<string, string>> {
  const fields = new Map<string, string>()
  const { raw, incomingBody, headers } = request
  if (!isForm(request) || raw.readableFlowing !== null || headers['content-encoding'] !== undefined) return fields
  const enough = new AbortController()
  const signals = [enough.signal, incomingBody?.handleAbort()].filter((signal) => signal !== undefined)
  // Later, because the parser is in the middle of its buffer.
  const stop = () => void setImmediate(() => enough.abort(brokenForm()))
  const listener = {
    onField: (name: string | undefined, value: string) => {
      if (name !== undefined && isWanted(name) && !fields.has(name)) fields.set(name, value)
    },
    onFile: (_name: string | undefined, content: NodeJS.ReadableStream) => {
      content.on('error', () => undefined).on('data', stop)
    },
    onTooManyParts: stop,
  }
  await parseForm(raw, listener, { signal: AbortSignal.any(signals), parsingMs, onStalled: brokenForm }).catch(
    () => undefined,
  )
  return fields
}
