import { buffer } from 'node:stream/consumers'
import { vi } from 'vitest'
import { ZipFile } from 'yazl'
import type { Import, ImportOptions, ImportState } from '../../contract/imports/imports.ts'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { pathTo } from '../../contract/wire/paths.ts'

/** Sends a request as an owner. */
type Send = (path: string, init: RequestInit) => Promise<Response>

/** A ZIP archive of files by their paths. */
export function zipOf(files: Record<string, Buffer | string>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return buffer(zip.outputStream as NodeJS.ReadableStream)
}

/** A table as CSV, each cell in quotes. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')
}

/** What an owner does with imports over HTTP. @param send with a bearer token */
export function importClient(send: Send) {
  const json = async (method: string, path: string, body?: object) => {
    const init = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return send(path, { method, ...init })
  }
  const page = async (response: Response): Promise<Import> => {
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    return (await response.json()) as Import
  }
  const sendPieces = async (path: string, id: number, content: Buffer, size: number) => {
    for (let offset = 0; offset === 0 || offset < content.length; offset += size) {
      const body = content.subarray(offset, offset + size) as Buffer<ArrayBuffer>
      const headers = { 'content-type': 'application/octet-stream' }
      const response = await send(`${pathTo(path, id)}?offset=${offset}`, { method: 'PUT', headers, body })
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    }
  }
  const read = async (id: number) => page(await json('GET', pathTo(ADMIN_API.import, id)))
  return {
    ...{ json, read },

    /** Makes an import of a table and an archive, and has both read. */
    prepare: async (table: string | Buffer, files?: Buffer, { preset = null, size = 65_536 } = {}): Promise<Import> => {
      const { id } = await page(await json('POST', ADMIN_API.imports, { name: 'table.csv', preset }))
      await sendPieces(ADMIN_API.importTable, id, Buffer.from(table), size)
      if (files) await sendPieces(ADMIN_API.importFiles, id, files, size)
      return page(await json('POST', pathTo(ADMIN_API.readImport, id), { files: files ? 'files.zip' : null }))
    },

    change: async ({ id, options }: Import, changes: Partial<ImportOptions>): Promise<Import> =>
      page(await json('PUT', pathTo(ADMIN_API.import, id), { ...options, ...changes })),

    start: (id: number) => json('POST', pathTo(ADMIN_API.startImport, id)),
    undo: (id: number) => json('POST', pathTo(ADMIN_API.undoImport, id)),

    /** Resolves once an import has come to a state. */
    until: (id: number, state: ImportState): Promise<Import> =>
      vi.waitFor(
        async () => {
          const now = await read(id)
          if (now.state !== state) throw new Error(`it is ${now.state}: ${now.waitsFor}`)
          return now
        },
        { timeout: 60_000, interval: 50 },
      ),
  }
}
