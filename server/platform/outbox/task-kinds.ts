import type * as z from 'zod'
import type { OutboxTaskRow } from '../database/tables.ts'
import { parseJson } from '../parse-json.ts'

/** A task to be scheduled. */
export type OutboxTask<Payload = unknown> = { kind: string; payload: Payload }

/** A kind of task: makes its tasks, and reads them back from their rows. */
export type TaskKind<Kind extends string, Payload> = ((payload: Payload) => OutboxTask<Payload>) & {
  kind: Kind
  /** The payload of a row of this kind; undefined for other rows, and for one that cannot be read. */
  read(row: TaskRow): Payload | undefined
}

/** Does the tasks of one kind. The same task may run more than once, so running it again must be harmless. */
export type TaskHandler = {
  kind: string
  read: TaskKind<string, unknown>['read']
  /** Tasks of this kind that one process runs at once; as many as it can unless said otherwise. */
  atOnce: number
  run(payload: unknown, attempt: TaskAttempt): Promise<void>
}

/** Which attempt of a task this is, and how the latest one failed; null when it reported nothing, as when its process died. */
export type TaskAttempt = Pick<OutboxTaskRow, 'attempts' | 'last_error'>

type TaskRow = Pick<OutboxTaskRow, 'kind' | 'payload'>

/**
 * Defines a kind of task.
 * @param kind unique among all features
 * @param schema reads the stored payload
 */
export function defineTask<const Kind extends string, Payload>(
  kind: Kind,
  schema: z.ZodType<Payload>,
): TaskKind<Kind, Payload> {
  const read = (row: TaskRow) => (row.kind === kind ? schema.safeParse(parseJson(row.payload)).data : undefined)
  return Object.assign((payload: Payload) => ({ kind, payload }), { kind, read })
}

/** Says what does the tasks of a kind, and how many of them at once. */
export function handleTask<Payload>(
  task: TaskKind<string, Payload>,
  run: (payload: Payload, attempt: TaskAttempt) => Promise<void>,
  { atOnce = Number.POSITIVE_INFINITY } = {},
): TaskHandler {
  return { kind: task.kind, read: task.read, atOnce, run: (payload, attempt) => run(payload as Payload, attempt) }
}

/** The beginning of the error of an unreadable task. */
export const UNREADABLE = 'This task cannot be read'

/** The error of a task that cannot be read. The row stays: a newer version that runs beside this one may know it. */
export function unreadableTask({ id }: Pick<OutboxTaskRow, 'id'>): string {
  return `${UNREADABLE}: this version of Wellhead does not schedule such tasks. It stays as row ${id} of outbox_tasks (docs/operations.md).`
}
