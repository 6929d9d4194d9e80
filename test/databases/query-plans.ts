import { CompiledQuery, type Kysely } from 'kysely'
import type { Tables } from '../../server/platform/database/tables.ts'

/** How SQLite goes about every query of a read. It keeps no statistics, so that its plans depend on the schema alone. */
export async function plansOf(db: Kysely<Tables>, read: (db: Kysely<Tables>) => Promise<unknown>): Promise<string[]> {
  const executor = db.getExecutor()
  const queries: CompiledQuery[] = []
  const noted = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      queries.push(executor.compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await read(noted)
  return Promise.all(queries.map((query) => explain(db, query)))
}

async function explain(db: Kysely<Tables>, { sql, parameters }: CompiledQuery): Promise<string> {
  const query = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
  const { rows } = await db.executeQuery(query)
  return rows.map((row) => Object.values(row as object).at(-1)).join('; ')
}
