import type * as z from 'zod'
import type { OutboxTaskRow } from '../database/tables.ts'
import { parseJson } from '../parse-json.ts'

/** Which tasks of a kind go first: those with the lowest number. */
export const PRIORITY = { people: 0, usual: 1, last: 2 } as const

/** Where a task stands among others of its kind: by priority, and then each share in turn (`docs/decisions/0103`). */
export type TaskPlace = {
  /** One of {@link PRIORITY}. */
  priority: number
  /** Who takes turns with others: the customer prefix of a request (`task-share.ts`); null for what no request caused. */
  share: string | null
}

/** A task to be scheduled; of usual priority and without a share unless it says so. */
export type OutboxTask<Payload = unknown> = { kind: string; payload: Payload } & Partial<TaskPlace>

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
  /** Tasks of this kind that are under way at once where some of them only wait ({@link TaskAttempt.letOthersRun}). */
  waitingAtOnce: number
  run(payload: unknown, attempt: TaskAttempt): Promise<void>
}

/**
 * Which attempt of a task this is, how the latest one failed (null when it reported nothing, as when its process died), and
 * where it stands.
 */
export type TaskAttempt = Pick<OutboxTaskRow, 'attempts' | 'last_error'> &
  TaskPlace & {
    /** From now on the task only waits for another server, perhaps for minutes: others run in its place. */
    letOthersRun(): void
  }

/** Thrown by a handler to run no task of its kind from an instant until another one. The task keeps its place. */
export class KindPaused extends Error {
  override name = 'KindPaused'
  readonly from: Date
  readonly until: Date
  /** One of {@link PRIORITY}: tasks that go before it run all the same. */
  readonly priority: number
  constructor(from: Date, until: Date, priority: number = PRIORITY.people) {
    super(`No task of this kind runs until ${until.toISOString()}.`)
    this.from = from
    this.until = until
    this.priority = priority
  }
}

/** Kinds of which no task is claimed that has this priority, or goes after those that have. */
export type HeldKinds = ReadonlyMap<string, number>

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
  { atOnce = Number.POSITIVE_INFINITY, waitingAtOnce = 0 } = {},
): TaskHandler {
  const handler = { kind: task.kind, read: task.read, atOnce, waitingAtOnce }
  return { ...handler, run: (payload, attempt) => run(payload as Payload, attempt) }
}

/** The beginning of the error of an unreadable task. */
export const UNREADABLE = 'This task cannot be read'

/** The error of a task that cannot be read. The row stays: a newer version that runs beside this one may know it. */
export function unreadableTask({ id }: Pick<OutboxTaskRow, 'id'>): string {
  return `${UNREADABLE}: this version of Wellhead does not schedule such tasks. It stays as row ${id} of outbox_tasks (docs/operations.md).`
}
