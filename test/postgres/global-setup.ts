import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '../../server/platform/database/postgres/open-postgres.ts'
import { startEmbeddedServer } from './embedded-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the tests of this project find PostgreSQL: an address to which the name of a database is added. */
    postgres: { server: string; template: string } | undefined
  }
}

/** One PostgreSQL for all files, with a database whose schema is ready: each test's own is a copy of it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startEmbeddedServer()
  const client = new pg.Client(server.urlOf('postgres'))
  await client.connect()
  await client.query('create database template_of_tests')
  await client.end()
  const settings = { url: server.urlOf('template_of_tests'), poolSize: 2 }
  const { db, listener } = await openPostgres(settings)
  await listener.close()
  await db.destroy()
  project.provide('postgres', { server: server.urlOf(''), template: 'template_of_tests' })
  return () => server.remove()
}
