import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { FieldInfo } from 'busboy'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { $ZodIssue } from 'zod/v4/core'
import type { ResumeKind } from '../../../contract/applications/resume-kinds.ts'
import { RESUME_MAX_BYTES } from '../../../contract/wire/limits.ts'
import type { StagedFile } from '../file-stores/file-store.ts'
import type { TemporaryFiles } from '../file-stores/local/temporary-files.ts'
import { invalidFields } from '../http/error-handler.ts'
import { freeChunk } from '../http/free-chunk.ts'
import { RequestError, unavailable } from '../http/request-error.ts'
import type { FileValidation } from './file-types/file-validation.ts'
import { brokenForm, type PartListener, parseForm, requireForm, tooLarge } from './multipart-form.ts'
import { cleanFileName } from './resume-name.ts'

/** A resume of an accepted kind, received whole. No row names its file yet. */
export type ReceivedResume = { file: StagedFile; kind: ResumeKind; originalName: string }

/** The content of a multipart form. */
export type ReceivedForm<Fields> = { fields: Fields; resume: ReceivedResume | undefined }

const FILE_FIELD = 'resume'

/** What a form says that its fields do not decide alone. */
export type FurtherFaults = {
  /** Finds what else is wrong with a form whose fields are refused, so that its sender is told everything at once. */
  findFurtherFaults?: ((fields: ReadonlyMap<string, string>, hasFile: boolean) => Promise<$ZodIssue[]>) | undefined
}

/**
 * `signal` aborts receiving; `parsingMs` is the longest time without progress once the body is complete; `typed` gets the
 * fields as they were sent, also those of a refused form.
 */
type ReceivingOptions = FurtherFaults & {
  store: TemporaryFiles
  signal?: AbortSignal | undefined
  parsingMs: number
  typed?: Map<string, string> | undefined
  /** Tells what a file is. */
  validate(file: StagedFile): Promise<FileValidation>
}

/**
 * Receives a multipart form, streams its file to the disk, and validates both. A form within the size limit is read whole
 * before it is refused: a browser that is still sending does not read the response.
 * @param options.kinds file kinds that this form accepts
 * @throws {RequestError} with instructions; the staged file is removed
 */
export async function receiveForm<Schema extends z.ZodType>(
  request: FastifyRequest,
  options: ReceivingOptions & { schema: Schema; kinds: readonly ResumeKind[] },
): Promise<ReceivedForm<z.output<Schema>>> {
  requireForm(request)
  const { fields, staged } = await readParts(request, options)
  try {
    const parsed = options.schema.safeParse(Object.fromEntries(fields))
    if (!parsed.success) {
      const hasFile = staged !== undefined && (staged.file.size > 0 || staged.originalName !== '')
      const further = await options.findFurtherFaults?.(fields, hasFile)
      throw invalidFields([...parsed.error.issues, ...(further ?? [])])
    }
    return { fields: parsed.data, resume: await validateResume(staged, options) }
  } catch (error) {
    if (staged) await options.store.discard(staged.file)
    throw error
  }
}

type StagedResume = { file: StagedFile; originalName: string }

type ReceivedParts = {
  fields: Map<string, string>
  /** The file while it is written, and afterwards. */
  staging?: Promise<StagedResume>
  staged?: StagedResume
  refusal?: RequestError | undefined
}

async function readParts(request: FastifyRequest, options: ReceivingOptions): Promise<ReceivedParts> {
  const { store, signal, parsingMs, typed = new Map() } = options
  const received: ReceivedParts = { fields: typed }
  const storeFault = new AbortController()
  const listener = partListener(received, store, (error) => storeFault.abort(error))
  try {
    await parseForm(request.raw, listener, {
      signal: AbortSignal.any(signal ? [signal, storeFault.signal] : [storeFault.signal]),
      parsingMs,
      // A hanging disk stalls the form too, and is not the sender's fault.
      onStalled: () => (received.staging && !received.staged ? unavailable() : brokenForm()),
    })
    await received.staging
    if (received.refusal) throw received.refusal
    return received
  } catch (error) {
    await discardStaged(received, options)
    throw isServerError(error) ? error : brokenForm()
  }
}

/** Whether an error is a response already, or comes from the disk; any other means that the file broke off. */
function isServerError(error: unknown): boolean {
  return error instanceof RequestError || (error instanceof Error && 'syscall' in error)
}

/** Collects the fields of a form, and stages its file. */
function partListener(received: ReceivedParts, store: TemporaryFiles, onFault: (error: Error) => void): PartListener {
  const refuse = (refusal: RequestError | undefined) => {
    received.refusal ??= refusal
  }
  return {
    onField: (name, value, info) => {
      refuse(faultOfField(name, value, info, received.fields))
      if (name !== undefined) received.fields.set(name, value)
    },
    onFile: (name, content, fileName) => {
      // The parser reports a file that ends too early.
      content.on('error', () => undefined)
      if (name !== FILE_FIELD) refuse(refusedField(name, 'Unknown field'))
      if (received.refusal) return void content.on('data', freeChunk)
      received.staging = stageFile(content, fileName, store)
      received.staging.then((staged) => {
        received.staged = staged
      }, onFault)
    },
    onTooManyParts: () => refuse(brokenForm('The form has more parts or text than any valid form.')),
  }
}

async function stageFile(content: Readable, fileName: string, store: TemporaryFiles): Promise<StagedResume> {
  const file = await store.stage(freedChunks(content))
  return { file, originalName: cleanFileName(fileName) }
}

/** Waits for a hanging disk only so long; the file is removed once it is written. */
async function discardStaged({ staging }: ReceivedParts, { store, parsingMs }: ReceivingOptions): Promise<void> {
  const removed = staging?.then(({ file }) => store.discard(file)).catch(() => undefined)
  if (removed) await Promise.race([removed, wait(parsingMs, undefined, { ref: false })])
}

/** Frees each chunk once the next is read. */
async function* freedChunks(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    yield chunk
    // A chunk that shares its memory with the rest of the form stays.
    freeChunk(chunk)
  }
}

function faultOfField(
  name: string | undefined,
  value: unknown,
  { mimeType, valueTruncated }: FieldInfo,
  fields: Map<string, string>,
): RequestError | undefined {
  if (name === undefined || name in Object.prototype) return refusedField(name, 'Unknown field')
  if (name === FILE_FIELD) return refusedField(name, 'Must be a file')
  if (fields.has(name)) return refusedField(name, 'Sent twice')
  if (valueTruncated) return refusedField(name, 'Too long')
  // The parser decodes no text in an unknown character set.
  const isText = typeof value === 'string' && mimeType === 'text/plain'
  return isText ? undefined : refusedField(name, 'Must be text')
}

function refusedField(name = '', message: string): RequestError {
  return invalidFields([{ code: 'custom', path: [name], message, input: undefined }])
}

async function validateResume(
  staged: StagedResume | undefined,
  { kinds, store, validate }: Pick<ReceivingOptions, 'store' | 'validate'> & { kinds: readonly ResumeKind[] },
): Promise<ReceivedResume | undefined> {
  if (!staged) return undefined
  const { file, originalName } = staged
  if (file.size > RESUME_MAX_BYTES) throw tooLarge()
  if (file.size === 0) {
    if (originalName !== '') throw emptyResume()
    // An untouched file field sends a part without name and content.
    await store.discard(file)
    return undefined
  }
  const validation = await validate(file)
  const { kind } = validation
  if (kind && kinds.includes(kind)) return { file, kind, originalName }
  throw wrongType(kinds, validation)
}

function wrongType(kinds: readonly ResumeKind[], validation: FileValidation): RequestError {
  const wanted = kinds.includes('txt') ? 'PDF, Word or plain text document' : 'PDF or Word document'
  const message = `Please upload a ${wanted}`
  const problem = validation.kind ? undefined : validation.problem
  return new RequestError('wrong_type', problem ? `${message}. ${problem}` : message)
}

function emptyResume(): RequestError {
  return new RequestError('resume_empty', 'The resume file is empty. Please choose a file with content.')
}
