import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { StagedFile } from '../file-stores/file-store.ts'
import type { TemporaryFiles } from '../file-stores/temporary-files.ts'
import type { CustomerPrefixBudget } from '../http/customer-prefix-budget.ts'
import { RequestError } from '../http/request-error.ts'
import type { FileValidation } from './file-types/file-validation.ts'
import type { FileValidator } from './file-types/file-validator.ts'
import { receivingMs } from './refusal-budget.ts'
import type { UploadSlots } from './upload-slots.ts'

/**
 * A form that is taken in. Disposed of before it is accepted, its temporary file is removed and what it has cost is counted
 * for its customer prefix; its slot becomes free in any case.
 */
export type Upload = AsyncDisposable & {
  /** Aborts receiving. */
  signal: AbortSignal | undefined
  /** Longest time without progress once the body is complete, in milliseconds. */
  parsingMs: number
  /** Writes a temporary file, which the upload owns. */
  stage(content: AsyncIterable<Buffer>): Promise<StagedFile>
  /** Removes the temporary file. */
  discardFile(): Promise<void>
  /** Whether the disk has yet to take the file. */
  isStaging(): boolean
  /** Validates the type of the file. @throws {RequestError} where that is not possible now */
  validate(file: StagedFile): Promise<FileValidation>
  /** The form is stored, and its file with it. */
  accept(): void
  /** Notes why the form is not stored: a fault of ours is not counted against its sender. @throws the error */
  failed(error: unknown): never
}

/**
 * Takes a slot for a form before anything of it is read.
 * @throws {RequestError} `too_many_requests` or `unavailable`
 */
export async function openUpload(
  {
    stores: { local },
    slots,
    validator,
    refusals,
    parsingMs,
  }: {
    stores: { local: Pick<TemporaryFiles, 'stage' | 'discard'> }
    slots: UploadSlots
    validator: FileValidator
    refusals: CustomerPrefixBudget
    parsingMs: number
  },
  { ip, incomingBody }: FastifyRequest,
): Promise<Upload> {
  refusals.require(ip)
  const slot = await slots.acquire(ip, incomingBody)
  let staging: Promise<StagedFile> | undefined
  let isStaging = false
  let validatingMs = 0
  let isAccepted = false
  let isCounted = true
  // A hanging disk is waited for only so long. The file is removed once it is written, and at the latest by the sweep.
  const discardFile = async () => {
    const removed = staging?.then(local.discard).catch(() => undefined)
    if (removed) await Promise.race([removed, wait(parsingMs, undefined, { ref: false })])
  }
  return {
    signal: incomingBody?.handleAbort(),
    parsingMs,

    stage: (content) => {
      isStaging = true
      staging = local.stage(content).finally(() => {
        isStaging = false
      })
      return staging
    },

    discardFile,

    isStaging: () => isStaging,

    validate: async (file) => {
      const { validation, costMs } = await validator.validate(file, ip)
      validatingMs += costMs
      return validation
    },

    accept: () => {
      isAccepted = true
    },

    failed: (error) => {
      isCounted = error instanceof RequestError && error.status < 500
      throw error
    },

    [Symbol.asyncDispose]: async () => {
      slot[Symbol.dispose]()
      if (isAccepted) return
      if (isCounted) refusals.spend(ip, receivingMs(incomingBody?.bytes ?? 0) + validatingMs)
      await discardFile()
    },
  }
}
