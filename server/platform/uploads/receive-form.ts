import type { FieldInfo } from 'busboy'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { $ZodIssue } from 'zod/v4/core'
import { askForKinds, type ResumeKind } from '../../../contract/applications/resume-kinds.ts'
import { RESUME_MAX_BYTES } from '../../../contract/wire/limits.ts'
import type { StagedFile } from '../file-stores/file-store.ts'
import { invalidFields } from '../http/error-handler.ts'
import { requireForm } from '../http/form-requests.ts'
import { freeChunk } from '../http/free-chunk.ts'
import { RequestError, unavailable } from '../http/request-error.ts'
import type { FileValidation } from './file-types/file-validation.ts'
import { brokenForm, declaresTooMuch, parseForm, tooLarge } from './multipart-form.ts'
import type { Upload } from './open-upload.ts'
import { cleanFileName } from './resume-name.ts'

/** A resume of an accepted kind, received whole. No row names its file yet. */
export type ReceivedResume = { file: StagedFile; kind: ResumeKind; originalName: string }

/** What a form may have. */
export type FormRules<Schema extends z.ZodType> = {
  schema: Schema
  /** File kinds that it accepts. */
  kinds: readonly ResumeKind[]
  /** Finds what else is wrong with a form whose fields are refused, so that its sender is told everything at once. */
  findFurtherFaults?: ((fields: ReadonlyMap<string, string>, hasFile: boolean) => Promise<$ZodIssue[]>) | undefined
}

const FILE_FIELD = 'resume'

/**
 * Receives a multipart form, streams its file to the disk, and validates both. A form within the size limit is read whole
 * before it is refused: a browser that is still sending does not read the response.
 * @param fields gets the fields as they were sent, also those of a refused form
 * @throws {RequestError} with instructions
 */
export async function receiveForm<Schema extends z.ZodType>(
  request: FastifyRequest,
  upload: Upload,
  { schema, kinds, findFurtherFaults }: FormRules<Schema>,
  fields = new Map<string, string>(),
): Promise<{ fields: z.output<Schema>; resume: ReceivedResume | undefined }> {
  requireForm(request)
  if (declaresTooMuch(request.raw)) throw tooLarge()
  const { signal, parsingMs } = upload
  const diskFault = new AbortController()
  let refusal: RequestError | undefined
  let sent: { name: string; file: Promise<StagedFile> } | undefined
  const listener = {
    onField: (name: string | undefined, value: string, info: FieldInfo) => {
      refusal ??= faultOfField(name, value, info, fields)
      if (name !== undefined) fields.set(name, value)
    },
    onFile: (name: string | undefined, content: NodeJS.ReadableStream & AsyncIterable<Buffer>, fileName: string) => {
      // The parser reports a file that ends too early.
      content.on('error', () => undefined)
      if (name !== FILE_FIELD) refusal ??= refusedField(name, 'Unknown field')
      if (refusal) return void content.on('data', freeChunk)
      sent = { name: cleanFileName(fileName), file: upload.stage(freedChunks(content)) }
      sent.file.catch((error) => diskFault.abort(error))
    },
    onTooManyParts: () => {
      refusal ??= brokenForm('The form has more parts or text than any valid form.')
    },
  }
  await parseForm(request.raw, listener, {
    signal: AbortSignal.any(signal ? [signal, diskFault.signal] : [diskFault.signal]),
    parsingMs,
    // A hanging disk stalls the form too, and is not the sender's fault.
    onStalled: () => (upload.isStaging() ? unavailable() : brokenForm()),
  }).catch(throwAsResponse)
  const file = await sent?.file.catch(throwAsResponse)
  if (refusal) throw refusal

  const name = sent?.name ?? ''
  const hasFile = file !== undefined && (file.size > 0 || name !== '')
  const parsed = schema.safeParse(Object.fromEntries(fields))
  if (!parsed.success) {
    throw invalidFields([...parsed.error.issues, ...((await findFurtherFaults?.(fields, hasFile)) ?? [])])
  }
  // An untouched file field sends a part without name and content.
  if (file && !hasFile) await upload.discardFile()
  const resume = hasFile ? await validateResume(upload, { file, originalName: name }, kinds) : undefined
  return { fields: parsed.data, resume }
}

async function validateResume(
  upload: Upload,
  { file, originalName }: Omit<ReceivedResume, 'kind'>,
  kinds: readonly ResumeKind[],
): Promise<ReceivedResume> {
  if (file.size > RESUME_MAX_BYTES) throw tooLarge()
  if (file.size === 0) throw emptyResume()
  const validation = await upload.validate(file)
  const { kind } = validation
  if (kind && kinds.includes(kind)) return { file, kind, originalName }
  throw wrongType(kinds, validation)
}

/** An error that is a response already, or comes from the disk, stays; any other means that the file broke off. */
function throwAsResponse(error: unknown): never {
  if (error instanceof RequestError || (error instanceof Error && 'syscall' in error)) throw error
  throw brokenForm()
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
  fields: ReadonlyMap<string, string>,
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

function wrongType(kinds: readonly ResumeKind[], validation: FileValidation): RequestError {
  const message = askForKinds(kinds)
  const problem = validation.kind ? undefined : validation.problem
  return new RequestError('wrong_type', problem ? `${message}. ${problem}` : message)
}

function emptyResume(): RequestError {
  return new RequestError('resume_empty', 'The resume file is empty. Please choose a file with content.')
}
