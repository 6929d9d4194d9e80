import { createHash, randomUUID } from 'node:crypto'
import { open, rename } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import createParser from 'busboy'

/**
 * A minimal server to measure against, as a separate program: `node bench/site/bare-server.ts FOLDER`. An IPC message sets
 * the response, its body in base64. GET sends those bytes; POST parses the form, writes and syncs the file, inserts a row.
 */

const folder = process.argv[2] ?? '.'
const database = new SqliteDatabase(join(folder, 'bare.sqlite'))
database.pragma('journal_mode = WAL')
database.pragma('synchronous = FULL')
database.exec(
  'create table applications (id integer primary key, name text, email text, phone text, file text, sha text)',
)
const insert = database.prepare('insert into applications (name, email, phone, file, sha) values (?, ?, ?, ?, ?)')

let prepared: { headers: Record<string, string>; body: Buffer } = { headers: {}, body: Buffer.alloc(0) }

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, prepared.headers)
    response.end(prepared.body)
    return
  }
  storeForm(request).then(
    (id) => {
      const body = JSON.stringify({ id })
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
    },
    () => response.writeHead(500).end(),
  )
})

async function storeForm(request: IncomingMessage): Promise<number | bigint> {
  const fields: Record<string, string> = {}
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let file: Promise<{ path: string; sha: string }> | undefined
  const parser = createParser({ headers: request.headers })
  parser.on('field', (name, value) => {
    fields[name] = value
  })
  parser.on('file', (_name, stream) => {
    file = storeFile(stream)
  })
  parser.on('finish', resolve).on('error', reject)
  request.pipe(parser)
  await promise
  const stored = await file
  return insert.run(fields.name, fields.email, fields.phone, stored?.path, stored?.sha).lastInsertRowid
}

async function storeFile(stream: AsyncIterable<Buffer>): Promise<{ path: string; sha: string }> {
  const path = join(folder, randomUUID())
  const handle = await open(`${path}.tmp`, 'wx')
  const hash = createHash('sha256')
  for await (const chunk of stream) {
    hash.update(chunk)
    await handle.writeFile(chunk)
  }
  await handle.sync()
  await handle.close()
  await rename(`${path}.tmp`, path)
  return { path, sha: hash.digest('hex') }
}

process.on('message', (message: { headers: Record<string, string>; body: string }) => {
  prepared = { headers: message.headers, body: Buffer.from(message.body, 'base64') }
  process.send?.('taken')
})
process.once('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port))
