import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { FieldInfo } from 'busboy'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { RESUME_MAX_BYTES } from '../../../contract/limits.ts'
import type { ResumeKind } from '../../../contract/vocabulary.ts'
import type { ResumeStore, StagedFile } from '../file-stores/local/resume-store.ts'
import { invalidFields } from '../http/error-handler.ts'
import { giveBack } from '../http/give-back.ts'
import { RequestError, unavailable } from '../http/request-error.ts'
import type { FileJudgement } from './file-types/file-judgement.ts'
import { judgeFile } from './file-types/resume-kind.ts'
import { brokenForm, requireTakeableForm, tooLarge } from './form-limits.ts'
import { type PartListener, parseForm } from './parse-form.ts'
import { cleanFileName } from './resume-name.ts'

/** A resume that has been received whole and is of an accepted kind, but that nothing names yet. */
export type ReceivedResume = { file: StagedFile; kind: ResumeKind; originalName: string }

/** What a multipart form brought. */
export type ReceivedForm<Fields> = { fields: Fields; resume: ReceivedResume | undefined }

const FILE_FIELD = 'resume'

/** What reading a form needs. `signal` gives it up, for its reason; `parsingMs` is for what is left to do once all came. */
type ReceivingOptions = { store: ResumeStore; signal?: AbortSignal | undefined; parsingMs: number }

/**
 * Reads a multipart form whose file is streamed to the disk, and judges all of it. A form of a possible size is read
 * whole before anything is refused, since a browser that is still sending does not listen.
 * @param options.kinds file kinds that this form takes
 * @throws {RequestError} saying what to do; nothing is left behind
 */
export async function receiveForm<Schema extends z.ZodType>(
  request: FastifyRequest,
  options: ReceivingOptions & { schema: Schema; kinds: readonly ResumeKind[] },
): Promise<ReceivedForm<z.output<Schema>>> {
  requireTakeableForm(request)
  const { fields, staged } = await readParts(request, options)
  try {
    const parsed = options.schema.safeParse(Object.fromEntries(fields))
    if (!parsed.success) throw invalidFields(parsed.error.issues)
    return { fields: parsed.data, resume: await judgeResume(staged, options) }
  } catch (error) {
    if (staged) await options.store.discard(staged.file)
    throw error
  }
}

type StagedResume = { file: StagedFile; originalName: string }

type ReceivedParts = {
  fields: Map<string, string>
  /** The file while it is being written, and once it is. */
  staging?: Promise<StagedResume>
  staged?: StagedResume
  refusal?: RequestError | undefined
}

async function readParts(request: FastifyRequest, options: ReceivingOptions): Promise<ReceivedParts> {
  const { store, signal, parsingMs } = options
  const received: ReceivedParts = { fields: new Map() }
  const fault = new AbortController()
  const listener = partListener(received, store, (error) => fault.abort(error))
  try {
    await parseForm(request.raw, listener, {
      signal: AbortSignal.any(signal ? [signal, fault.signal] : [fault.signal]),
      parsingMs,
      // A disk that hangs holds the form up, too, and is not the sender's fault.
      onStalled: () => (received.staging && !received.staged ? unavailable() : brokenForm()),
    })
    await received.staging
    if (received.refusal) throw received.refusal
    return received
  } catch (error) {
    await discardStaged(received, options)
    throw isOurs(error) ? error : brokenForm()
  }
}

/** Whether an error is an answer already, or comes from the disk; the others are a file that broke off. */
function isOurs(error: unknown): boolean {
  return error instanceof RequestError || (error instanceof Error && 'syscall' in error)
}

/** Notes what the parts of a form are, and writes its file. */
function partListener(received: ReceivedParts, store: ResumeStore, onFault: (error: Error) => void): PartListener {
  const refuse = (refusal: RequestError | undefined) => {
    received.refusal ??= refusal
  }
  return {
    onField: (name, value, info) => {
      refuse(problemOfField(name, value, info, received.fields))
      if (name !== undefined) received.fields.set(name, value)
    },
    onFile: (name, content, fileName) => {
      // One that ends too early is told of by the parser.
      content.on('error', () => undefined)
      if (name !== FILE_FIELD) refuse(refusedField(name, 'Unknown field'))
      if (received.refusal) return void content.on('data', giveBack)
      received.staging = stageFile(content, fileName, store)
      received.staging.then((staged) => {
        received.staged = staged
      }, onFault)
    },
    onTooManyParts: () => refuse(brokenForm('The form has more parts than one file and ten fields.')),
  }
}

async function stageFile(content: Readable, fileName: string, store: ResumeStore): Promise<StagedResume> {
  const file = await store.stage(givenBack(content))
  return { file, originalName: cleanFileName(fileName) }
}

/** Does not wait for a disk that hangs: what it still writes is removed whenever it is done. */
async function discardStaged({ staging }: ReceivedParts, { store, parsingMs }: ReceivingOptions): Promise<void> {
  const removed = staging?.then(({ file }) => store.discard(file)).catch(() => undefined)
  if (removed) await Promise.race([removed, wait(parsingMs, undefined, { ref: false })])
}

/** Lets go of each chunk once the next is asked for. */
async function* givenBack(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    yield chunk
    // One that is not all of its memory shares that with the rest of the form, and is left alone.
    giveBack(chunk)
  }
}

function problemOfField(
  name: string | undefined,
  value: unknown,
  { mimeType, valueTruncated }: FieldInfo,
  fields: Map<string, string>,
): RequestError | undefined {
  if (name === undefined || name in Object.prototype) return refusedField(name, 'Unknown field')
  if (name === FILE_FIELD) return refusedField(name, 'Must be a file')
  if (fields.has(name)) return refusedField(name, 'Sent twice')
  if (valueTruncated) return refusedField(name, 'Too long')
  // No text comes out of an unknown character set.
  const isText = typeof value === 'string' && mimeType === 'text/plain'
  return isText ? undefined : refusedField(name, 'Must be text')
}

function refusedField(name = '', message: string): RequestError {
  return invalidFields([{ code: 'custom', path: [name], message, input: undefined }])
}

async function judgeResume(
  staged: StagedResume | undefined,
  { kinds, store }: { kinds: readonly ResumeKind[]; store: ResumeStore },
): Promise<ReceivedResume | undefined> {
  if (!staged) return undefined
  const { file, originalName } = staged
  if (file.size > RESUME_MAX_BYTES) throw tooLarge()
  if (file.size === 0) {
    if (originalName !== '') throw emptyResume()
    // An untouched file field still sends a part: without a name, without content.
    await store.discard(file)
    return undefined
  }
  const judgement = await judgeFile(file)
  const { kind } = judgement
  if (kind && kinds.includes(kind)) return { file, kind, originalName }
  throw wrongType(kinds, judgement)
}

function wrongType(kinds: readonly ResumeKind[], judgement: FileJudgement): RequestError {
  const wanted = kinds.includes('txt') ? 'PDF, Word or plain text document' : 'PDF or Word document'
  const message = `Please upload a ${wanted}`
  const problem = judgement.kind ? undefined : judgement.problem
  return new RequestError('wrong_type', problem ? `${message}. ${problem}` : message)
}

function emptyResume(): RequestError {
  return new RequestError('resume_empty', 'The resume file is empty. Please choose a file with content.')
}
