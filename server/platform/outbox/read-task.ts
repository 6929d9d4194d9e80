import * as z from 'zod'
import type { FileStoreName, OutboxTaskRow } from '../database/tables.ts'
import type { OutboxTask } from './outbox-queries.ts'

const PLACES = ['local', 's3', 'google-drive'] as const satisfies readonly FileStoreName[]
const place = z.enum(PLACES)
const afterId = z.int().min(0)

/** A check or a scan that does not say how far it came begins anew: another one cannot take its place. */
const PAYLOADS = {
  'copy-resume': z.object({ applicationId: z.int(), place }),
  'delete-resume': z.object({ place, key: z.string() }),
  'check-resumes': z.object({ afterId, isFull: z.boolean() }).catch({ afterId: 0, isFull: false }),
  'scan-resumes': z.object({ afterId }).catch({ afterId: 0 }),
} satisfies { [Kind in OutboxTask['kind']]: z.ZodType }

/** How what is kept of an unreadable task begins, by which it is found again. */
export const UNREADABLE = 'This task cannot be read'

/** What to tell of a task that cannot be read. It stays: a newer version that runs beside this one may know it. */
export function unreadableTask({ id }: Pick<OutboxTaskRow, 'id'>): string {
  return `${UNREADABLE}: it is none that this version of Wellhead leaves. It is kept aside as row ${id} of outbox_tasks (docs/operations.md).`
}

/** Reads a task as it is stored; undefined when it is none that this version knows. */
export function readTask({ kind, payload }: Pick<OutboxTaskRow, 'kind' | 'payload'>): OutboxTask | undefined {
  if (!Object.hasOwn(PAYLOADS, kind)) return undefined
  const read = PAYLOADS[kind as OutboxTask['kind']].safeParse(parseJson(payload))
  return read.success ? ({ kind, payload: read.data } as OutboxTask) : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
