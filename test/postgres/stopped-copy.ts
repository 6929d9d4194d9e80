import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { NODE_COMPILE_CACHE } from '../run-operator-command.ts'

type Copying = {
  /** Data folder that is copied. */
  source: string
  /** PostgreSQL database that it is copied into. */
  url: string
  /** Runs a statement in that database. */
  query(statement: string): Promise<Record<string, unknown>[]>
}

/**
 * Starts a copy in its own process, and resolves once a trigger on the target has stopped it.
 * @param trigger what follows `create`, up to the table and its times
 */
export async function stopCopyAt(trigger: string, { source, url, query }: Copying) {
  await query(`create function hold() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(7, 7); return new; end $$;
    create ${trigger} execute function hold()`)
  const holder = new pg.Client(url)
  await holder.connect()
  await holder.query('select pg_advisory_lock(7, 7)')
  const program = resolve(import.meta.dirname, '../../server/commands/copy-database.ts')
  const child = spawn(process.execPath, [program, '--from', `sqlite:${source}`, '--to', url], {
    env: { ...process.env, NODE_COMPILE_CACHE },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const waiting = "from pg_stat_activity where wait_event = 'advisory' and datname = current_database()"
  await vi.waitFor(async () => expect(await query(`select 1 ${waiting}`)).toHaveLength(1), { timeout: 30_000 })
  return {
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    disconnect: async () => {
      await query(`select pg_terminate_backend(pid) ${waiting}`)
      await ended
    },
    releaseLock: () => holder.end(),
  }
}
