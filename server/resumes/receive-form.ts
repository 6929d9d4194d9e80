import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { ResumeKind } from '../../contract/vocabulary.ts'
import { invalidFields } from '../http/error-handler.ts'
import { giveBack } from '../http/give-back.ts'
import { RequestError } from '../http/request-error.ts'
import type { FileJudgement } from './file-judgement.ts'
import { FORM_PARSING, onceTooLarge, requireTakeableForm, tooLarge } from './form-limits.ts'
import { judgeFile } from './resume-kind.ts'
import { cleanFileName } from './resume-name.ts'
import type { ResumeStore, StagedFile } from './resume-store.ts'

/** A resume that has been received whole and is of an accepted kind, but that nothing names yet. */
export type ReceivedResume = { file: StagedFile; kind: ResumeKind; originalName: string }

/** What a multipart form brought. */
export type ReceivedForm<Fields> = { fields: Fields; resume: ReceivedResume | undefined }

const FILE_FIELD = 'resume'

/**
 * Reads a multipart form whose file is streamed to the disk, and judges all of it. A form of a possible size is read
 * whole before anything is refused, since a browser that is still sending does not listen.
 * @param options.kinds file kinds that this form takes
 * @throws {RequestError} saying what to do; nothing is left behind
 */
export async function receiveForm<Schema extends z.ZodType>(
  request: FastifyRequest,
  options: { store: ResumeStore; schema: Schema; kinds: readonly ResumeKind[] },
): Promise<ReceivedForm<z.output<Schema>>> {
  requireTakeableForm(request)
  const { fields, staged } = await readParts(request, options.store)
  try {
    const parsed = options.schema.safeParse(Object.fromEntries(fields))
    if (!parsed.success) throw invalidFields(parsed.error.issues)
    return { fields: parsed.data, resume: await judgeResume(staged, options) }
  } catch (error) {
    if (staged) await options.store.discard(staged.file)
    throw error
  }
}

type StagedResume = { file: StagedFile; originalName: string; isTruncated: boolean }

type ReceivedParts = {
  fields: Map<string, string>
  /** The file that is being written. */
  arriving?: MultipartFile['file']
  staged?: StagedResume
  refusal?: RequestError
}

async function readParts(request: FastifyRequest, store: ResumeStore): Promise<ReceivedParts> {
  const received: ReceivedParts = { fields: new Map() }
  try {
    await Promise.race([collectParts(request, store, received), overflow(request, received)])
    if (received.refusal) throw received.refusal
    return received
  } catch (error) {
    if (received.staged) await store.discard(received.staged.file)
    throw isOurs(error) ? error : brokenForm(error)
  }
}

/** Rejects once more has arrived than a form can be; a file that is being written is given up first. */
function overflow(request: FastifyRequest, received: ReceivedParts): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  onceTooLarge(request.raw, () => {
    received.refusal = tooLarge()
    if (received.arriving) received.arriving.destroy(received.refusal)
    else reject(received.refusal)
  })
  return promise
}

async function collectParts(request: FastifyRequest, store: ResumeStore, received: ReceivedParts): Promise<void> {
  for await (const part of request.parts(FORM_PARSING)) {
    const refusal = received.refusal ?? problemOf(part, received.fields)
    if (refusal) received.refusal = refusal
    if (part.type === 'field') received.fields.set(part.fieldname, String(part.value))
    else if (refusal) part.file.on('data', giveBack)
    else await stageFile(part, store, received)
  }
}

/** Whether an error is an answer already, or comes from the disk; what is left is the parser's word on the form. */
function isOurs(error: unknown): boolean {
  return error instanceof RequestError || (error instanceof Error && 'syscall' in error)
}

function brokenForm(error: unknown): RequestError {
  const isLimit = error instanceof Error && 'code' in error && /^FST_\w+_LIMIT$/.test(String(error.code))
  const problem = isLimit
    ? 'The form has more parts than one file and ten fields.'
    : 'The form did not arrive complete.'
  return new RequestError('invalid_request', `${problem} Please send it again.`)
}

async function stageFile(part: MultipartFile, store: ResumeStore, received: ReceivedParts): Promise<void> {
  received.arriving = part.file
  // The rest of a file that cannot be stored is read all the same, or the connection would wait for it for ever.
  const file = await store.stage(givenBack(part.file)).finally(() => {
    delete received.arriving
    part.file.resume()
  })
  const originalName = cleanFileName(part.filename ?? '')
  received.staged = { file, originalName, isTruncated: part.file.truncated }
  // The form grew too long while the end of the file was being written.
  if (received.refusal) throw received.refusal
}

/** Lets go of each chunk once the next is asked for. */
async function* givenBack(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    yield chunk
    // One that is not all of its memory shares that with the rest of the form, and is left alone.
    giveBack(chunk)
  }
}

function problemOf(part: Multipart, fields: Map<string, string>): RequestError | undefined {
  const refuse = (message: string) =>
    invalidFields([{ code: 'custom', path: [part.fieldname], message, input: undefined }])
  if (part.type === 'file') return part.fieldname === FILE_FIELD ? undefined : refuse('Unknown field')
  if (part.fieldname === FILE_FIELD) return refuse('Must be a file')
  if (fields.has(part.fieldname)) return refuse('Sent twice')
  if (part.valueTruncated) return refuse('Too long')
  return typeof part.value === 'string' ? undefined : refuse('Must be text')
}

async function judgeResume(
  staged: StagedResume | undefined,
  { kinds, store }: { kinds: readonly ResumeKind[]; store: ResumeStore },
): Promise<ReceivedResume | undefined> {
  if (!staged) return undefined
  const { file, originalName, isTruncated } = staged
  if (isTruncated) throw tooLarge()
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
