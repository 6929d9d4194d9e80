import { Kysely, type PostgresPool, sql } from 'kysely'
import { WellheadPostgresDialect } from '../../server/platform/database/postgres/postgres-dialect.ts'
import { createPostgresPool } from '../../server/platform/database/postgres/postgres-pool.ts'
import type { Tables } from '../../server/platform/database/tables.ts'

/** A database of this worker, with open connections. */
type Reused = {
  pool: PostgresPool
  /** The schema and the only row that it was made with. */
  made: { schema: string; installation: string }
  drop(): Promise<void>
}

/** Those that no app uses: to empty one takes a fraction of the time of a new one. */
const free: Reused[] = []

type Make = () => Promise<{ url: string; remove(): Promise<void> }>

/**
 * Lends a database with nothing in it; `remove` empties it for the next app.
 * @param make makes a new one, where none is free
 */
export async function lendDatabase(make: Make): Promise<{ db: Kysely<Tables>; remove(): Promise<void> }> {
  const database = free.pop() ?? (await makeReused(make))
  const db = openOn(database.pool)
  return {
    db,
    remove: async () => {
      if (await isEmptied(db, database)) free.push(database)
      else await database.drop()
    },
  }
}

const openOn = (pool: PostgresPool) => new Kysely<Tables>({ dialect: new WellheadPostgresDialect({ pool }) })

async function makeReused(make: Make): Promise<Reused> {
  const { url, remove } = await make()
  const pool = createPostgresPool({ url, poolSize: 10 }, { size: 10 })
  return {
    pool,
    made: await describe(openOn(pool)),
    drop: async () => {
      await pool.end()
      await remove()
    },
  }
}

/** Tables with their columns, constraints, triggers and functions: a test may have changed them. */
async function describe(db: Kysely<Tables>): Promise<Reused['made']> {
  const { rows } = await sql<Reused['made']>`
    select row_to_json(installation)::text as installation, concat_ws(' ',
      (select sum(hashtext(attrelid || attname)::bigint) from pg_attribute where attrelid >= 16384),
      (select count(*) from pg_constraint), (select count(*) from pg_trigger), (select count(*) from pg_proc)) as schema
    from installation`.execute(db)
  return rows[0] ?? { schema: '', installation: '' }
}

/** Removes all rows, and lets ids begin with 1 again. @returns false for a database that cannot be used again */
async function isEmptied(db: Kysely<Tables>, { made }: Reused): Promise<boolean> {
  try {
    await sql`do ${sql.lit(EMPTYING)}`.execute(db)
    await sql`insert into installation select * from json_populate_record(null::installation, ${made.installation})`.execute(
      db,
    )
    return (await describe(db)).schema === made.schema
  } catch {
    return false
  }
}

const EMPTYING = `
  declare name text;
  begin
    set local session_replication_role = replica;
    for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
      execute format('delete from %I', name);
    end loop;
    perform setval(format('%I', sequencename)::regclass, start_value, false)
      from pg_sequences where schemaname = 'public' and last_value is not null;
  end`
