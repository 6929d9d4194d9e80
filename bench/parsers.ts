import { writeFile } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type * as z from 'zod'
import { changePasswordSchema, loginSchema } from '../contract/accounts/account.ts'
import { applicationSubmissionSchema } from '../contract/applications/application-submission.ts'
import {
  addedNoteSchema,
  erasureSchema,
  newLinkSchema,
  withdrawalSchema,
} from '../contract/applications/my-application.ts'
import { receiptQuestionSchema } from '../contract/applications/receipt.ts'
import type { ResumeKind } from '../contract/applications/resume-kinds.ts'
import { invitationResponseSchema } from '../contract/interviews/interview.ts'
import { jobAlertFormSchema } from '../contract/jobs/search/job-alert.ts'
import { HEAD_BYTES, TAIL_BYTES } from '../server/platform/file-stores/file-store.ts'
import { createTextExtractor } from '../server/platform/text-extraction/text-extractor.ts'
import { validateFile } from '../server/platform/uploads/file-types/validate-file.ts'
import { parseForm } from '../server/platform/uploads/multipart-form.ts'
import type { Bench } from './bench.ts'
import { print, printDetail } from './figures/print.ts'
import { DOC_INPUTS } from './parsers/doc-inputs.ts'
import { DOCX_INPUTS } from './parsers/docx-inputs.ts'
import { BOUNDARY, FORM_INPUTS } from './parsers/form-inputs.ts'
import { printGrowths } from './parsers/growing-work.ts'
import { JSON_INPUTS } from './parsers/json-inputs.ts'
import { PDF_INPUTS, TXT_INPUTS } from './parsers/pdf-inputs.ts'
import { timeOf } from './parsers/print-growth.ts'
import { createRandom, type Input, type Makers, makeInput } from './parsers/random.ts'

/** A reader, how it is fed, and the longest that one input may take, in milliseconds of processor time. */
type Parser = {
  what: string
  inputs: Makers
  aimMs: number
  parse(content: Buffer<ArrayBuffer>): Promise<unknown>
}

/** The JSON that strangers may send. */
const JSON_SCHEMAS: z.ZodType[] = [
  loginSchema,
  changePasswordSchema,
  newLinkSchema,
  addedNoteSchema,
  withdrawalSchema,
  erasureSchema,
  invitationResponseSchema,
  receiptQuestionSchema,
  jobAlertFormSchema,
]
const SHOWN = 3

/**
 * Feeds generated inputs to everything that reads what strangers send, and names those that took longest. Texts of files are
 * read in their worker thread, as the server does; a PDF may take its whole 20 seconds. Then says how time grows with inputs.
 * `PARSERS_SEED` repeats a run, `PARSERS_ONLY` takes the readers whose name contains it.
 */
export async function printParsers({ folder, sizes }: Bench): Promise<void> {
  const seed = Number(process.env.PARSERS_SEED ?? Math.floor(Math.random() * 2 ** 32))
  const count = sizes.many / 10
  printDetail(`seed ${seed}`)
  const only = process.env.PARSERS_ONLY ?? ''
  for (const parser of makeParsers(folder)) {
    if (parser.what.includes(only)) await printSlowest(parser, { seed, count })
  }
  await printGrowths(folder, only)
}

function makeParsers(folder: string): Parser[] {
  const path = join(folder, 'generated')
  const validate = async (content: Buffer<ArrayBuffer>) => {
    const [head, tail] = [content.subarray(0, HEAD_BYTES), content.subarray(-TAIL_BYTES)]
    await validateFile({ path, size: content.length, head, tail })
  }
  const warn = ({ err, kind }: { err: Error; kind: ResumeKind }) => printDetail(`${kind}: ${err.message}`)
  const extractor = createTextExtractor({ warn })
  const extract = (kind: ResumeKind) => (content: Buffer<ArrayBuffer>) =>
    extractor.extract(kind, new Uint8Array(content))
  return [
    { what: 'check of DOCX files', inputs: DOCX_INPUTS, aimMs: 300, parse: validate },
    { what: 'check of DOC files', inputs: DOC_INPUTS, aimMs: 100, parse: validate },
    { what: 'check of PDF files', inputs: PDF_INPUTS, aimMs: 30, parse: validate },
    { what: 'check of text files', inputs: TXT_INPUTS, aimMs: 150, parse: validate },
    { what: 'forms', inputs: FORM_INPUTS, aimMs: 150, parse: readForm },
    { what: 'JSON', inputs: JSON_INPUTS, aimMs: 30, parse: readJson },
    { what: 'texts of DOCX files', inputs: DOCX_INPUTS, aimMs: 1_000, parse: extract('docx') },
    { what: 'texts of DOC files', inputs: DOC_INPUTS, aimMs: 1_000, parse: extract('doc') },
    { what: 'texts of PDF files', inputs: PDF_INPUTS, aimMs: 20_000, parse: extract('pdf') },
    { what: 'texts of text files', inputs: TXT_INPUTS, aimMs: 1_000, parse: extract('txt') },
  ].map((parser) =>
    parser.parse === validate ? { ...parser, prepare: (content: Buffer) => writeFile(path, content) } : parser,
  )
}

async function printSlowest(
  { what, inputs, aimMs, parse, prepare }: Parser & { prepare?: (content: Buffer) => Promise<void> },
  { seed, count }: { seed: number; count: number },
): Promise<void> {
  const random = createRandom(seed)
  const slowest: (Input & { ms: number })[] = []
  for (let made = 0; made < count; made += 1) {
    const input = makeInput(inputs, random)
    await prepare?.(input.content)
    let ms = await timeOf(() => parse(input.content))
    const isSlow = () => slowest.length < SHOWN || ms > (slowest.at(-1)?.ms ?? 0)
    // The first time may be that of a compiler, or of the garbage of others.
    if (isSlow()) ms = Math.min(ms, await timeOf(() => parse(input.content)))
    if (!isSlow()) continue
    slowest.push({ ...input, ms })
    slowest.sort((a, b) => b.ms - a.ms).splice(SHOWN)
  }
  const [first] = slowest
  if (!first) return
  print(`${what}: the slowest of ${count}`, describe(first), `at most ${aimMs} ms`, first.ms <= aimMs)
  for (const each of slowest.slice(1)) printDetail(describe(each))
}

function describe({ what, content, ms }: Input & { ms: number }): string {
  return `${ms.toFixed(1)} ms: ${what}, ${Math.ceil(content.length / 1000)} kB`
}

/** Reads a form as it arrives, in chunks of a socket, and its fields. */
async function readForm(content: Buffer): Promise<void> {
  const body = new IncomingMessage(new Socket())
  body.headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  for (let at = 0; at < content.length; at += 65_536) body.push(content.subarray(at, at + 65_536))
  body.push(null)
  body.complete = true
  const fields = new Map<string, string>()
  const listener = {
    onField: (name = '', value: string) => void fields.set(name, value),
    onFile: (_name: string | undefined, file: NodeJS.ReadableStream) => void file.on('error', () => undefined).resume(),
    onTooManyParts: () => undefined,
  }
  await parseForm(body, listener, { parsingMs: 10_000, onStalled: () => new Error('stalled') }).catch(() => undefined)
  applicationSubmissionSchema.safeParse(Object.fromEntries(fields))
}

/** Reads a body as one of the routes does, which take turns by the length of their inputs. */
async function readJson(content: Buffer): Promise<void> {
  try {
    const body: unknown = JSON.parse(content.toString())
    JSON_SCHEMAS[content.length % JSON_SCHEMAS.length]?.safeParse(body)
  } catch {
    // Refused as fast as the rest is read.
  }
}
