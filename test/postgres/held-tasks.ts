import { setTimeout as wait } from 'node:timers/promises'
import { vi } from 'vitest'
import type { GoogleOperation } from '../google-drive/fake-google-script.ts'
import type { Machines } from './machines.ts'

/** A task in the hands of some process; another one that takes it adds to its attempts. */
export type HeldTask = { id: number; attempts: number }

/** Tasks that a process has in hand at most. */
const WORKERS = 3
const WHILE_BUSY = { timeout: 60_000, interval: 20 }

/**
 * Pauses a process while it has tasks in hand, each at a certain request to Google Drive, and lets the others end theirs.
 * @returns the tasks of the paused one
 */
export async function pauseInTheMiddle(
  { db, google, processes }: Machines,
  machine: number,
  operation: GoogleOperation,
): Promise<HeldTask[]> {
  // What a killed process held would count as in hand until its lease is over.
  await endLeases(db)
  const release = google.hold(operation)
  // So many that no process is without one.
  const isBusy = async () => (await heldTasks(db)).length > WORKERS * (processes.length - 1)
  await vi.waitUntil(isBusy, WHILE_BUSY)
  processes[machine]?.process.kill('SIGSTOP')
  const all = await heldTasks(db)
  release()
  await vi.waitUntil(async () => (await stillHeld(db, all)).length <= WORKERS, WHILE_BUSY)
  await wait(200)
  return stillHeld(db, all)
}

/** Those of these tasks that no process has done or leased meanwhile. */
export async function stillHeld(db: Machines['db'], tasks: HeldTask[]): Promise<HeldTask[]> {
  const there = await db.selectFrom('outbox_tasks').select(['id', 'attempts']).execute()
  return tasks.filter(({ id, attempts }) => there.some((task) => task.id === id && task.attempts === attempts))
}

/** As if all leases, and the hour in which a file without a row may still be going to get one, were over. */
export async function endLeases(db: Machines['db']): Promise<void> {
  const ended = db.updateTable('outbox_tasks').set({ run_after: new Date(0).toISOString() })
  // A process that was paused within a transaction holds its row, until PostgreSQL ends the idle transaction.
  await vi.waitFor(() => ended.execute(), { timeout: 30_000, interval: 500 })
}

function heldTasks(db: Machines['db']): Promise<HeldTask[]> {
  const tasks = db.selectFrom('outbox_tasks').select(['id', 'attempts']).where('attempts', '>', 0)
  return tasks.where('kind', '=', 'replicate-resume').where('run_after', '>', new Date().toISOString()).execute()
}
