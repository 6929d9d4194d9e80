import { parentPort } from 'node:worker_threads'
import type { FileValidation } from './file-validation.ts'
import { type UncheckedFile, validateFile } from './validate-file.ts'

/** What a file is, and the processor time that it took; or a fault of the disk, which says nothing of the file. */
export type ValidationResponse =
  | { validation: FileValidation; costMs: number }
  | { diskFault: { message: string; code: string | undefined; syscall: string } }

/** Entry of the worker threads of `file-validator.ts`: one message in, one message out. */
parentPort?.on('message', async (file: UncheckedFile) => {
  parentPort?.postMessage(await respond(file))
})

async function respond(file: UncheckedFile): Promise<ValidationResponse> {
  const before = process.threadCpuUsage()
  try {
    const validation = await validateFile(withBuffers(file))
    const { user, system } = process.threadCpuUsage(before)
    return { validation, costMs: (user + system) / 1_000 }
  } catch (error) {
    // An error of its own kind would lose its code on the way.
    if (!(error instanceof Error && 'syscall' in error)) throw error
    const { message, code, syscall } = error as NodeJS.ErrnoException & { syscall: string }
    return { diskFault: { message, code, syscall } }
  }
}

/** A message turns buffers into plain arrays of bytes. */
function withBuffers({ head, tail, ...file }: UncheckedFile): UncheckedFile {
  return { ...file, head: Buffer.from(head), tail: Buffer.from(tail) }
}
