import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import * as z from 'zod'
import {
  importListSchema,
  importOptionsSchema,
  importSchema,
  newImportSchema,
  readImportSchema,
} from '../../../contract/imports/imports.ts'
import { PERSONAL_DATA } from '../../../contract/policies/personal-data-policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { actionOf, signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { deleteDraft, makeDraft, startImport } from './run/draft-import.ts'
import { finishImport } from './run/finish-imports.ts'
import { findImport, listImports } from './run/import-queries.ts'
import { problemsCsv, readImportPage } from './run/present-import.ts'
import { readImport, saveOptions } from './run/stage-import.ts'
import { requestUndo } from './run/undo-import.ts'

/** Moving in from other systems (`docs/decisions/0156-moving-in.md`, `docs/decisions/0157-running-an-import.md`). */
export function importRoutes(app: WellheadApp, services: Services): void {
  const { db, sessions, clock, outbox } = services
  const shared = { may: PERSONAL_DATA.import, tags: ['imports'] }
  const ofOne = { ...shared, params: idParamsSchema }
  const one = { 200: importSchema, ...errorResponses }
  const nothing = { 204: emptyResponse, ...errorResponses }

  app.get(
    ADMIN_API.imports,
    sessions.guarded({
      ...shared,
      operationId: 'listImports',
      summary: 'List the latest imports',
      response: { 200: importListSchema, ...errorResponses },
    }),
    async (_request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return { imports: await listImports(db) }
    },
  )

  app.post(
    ADMIN_API.imports,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'makeImport',
      summary: 'Make an import, whose table and files are sent next',
      body: newImportSchema,
      response: { 201: importSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const id = await makeDraft(services, { by: signedIn(request), now: clock(), ...request.body })
      return reply.code(201).send(await readImportPage(services, id))
    },
  )

  app.get(
    ADMIN_API.import,
    sessions.guarded({
      ...ofOne,
      operationId: 'getImport',
      summary: 'Read an import: what it would do before it begins, and what has become of its rows',
      response: one,
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return readImportPage(services, request.params.id)
    },
  )

  app.post(
    ADMIN_API.readImport,
    sessions.guarded({
      ...ofOne,
      operationId: 'readImport',
      summary: 'Read the table and the files that were sent, and guess what becomes of the columns',
      body: readImportSchema,
      response: one,
    }),
    async (request) => {
      await readImport(services, request.params.id, request.body.files)
      return readImportPage(services, request.params.id)
    },
  )

  app.put(
    ADMIN_API.import,
    sessions.guarded({
      ...ofOne,
      operationId: 'changeImport',
      summary: 'Choose what an import does with its columns, statuses, positions, dates and duplicates',
      body: importOptionsSchema,
      response: one,
    }),
    async (request) => {
      await saveOptions(db, request.params.id, request.body)
      return readImportPage(services, request.params.id)
    },
  )

  app.delete(
    ADMIN_API.import,
    sessions.guarded({
      ...ofOne,
      operationId: 'deleteImport',
      summary: 'Delete an import that has not begun; a repeated request succeeds',
      response: nothing,
    }),
    async (request, reply) => {
      await deleteDraft(services, request.params.id)
      return reply.code(204).send(null)
    },
  )

  app.post(
    ADMIN_API.startImport,
    sessions.guarded({
      ...ofOne,
      asksAgain: true,
      operationId: 'startImport',
      summary: 'Begin an import; nobody gets a message about it',
      response: nothing,
    }),
    async (request, reply) => {
      const { id, ...author } = actionOf(request, clock)
      await startImport(db, id, author)
      outbox.wake()
      return reply.code(204).send(null)
    },
  )

  app.post(
    ADMIN_API.undoImport,
    sessions.guarded({
      ...ofOne,
      asksAgain: true,
      operationId: 'undoImport',
      summary: 'Remove what an import has made, with its files, but what someone has worked on since',
      response: nothing,
    }),
    async (request, reply) => {
      const { id, ...author } = actionOf(request, clock)
      await requestUndo(db, id, author)
      outbox.wake()
      return reply.code(204).send(null)
    },
  )

  app.post(
    ADMIN_API.finishImport,
    sessions.guarded({
      ...ofOne,
      operationId: 'finishImport',
      summary: 'Delete the rows of an import that has ended: it can no longer be undone',
      response: nothing,
    }),
    async (request, reply) => {
      await finishImport(db, (await findImport(db, request.params.id)).id)
      return reply.code(204).send(null)
    },
  )

  app.get(
    ADMIN_API.importProblems,
    sessions.guarded({
      ...ofOne,
      operationId: 'downloadImportProblems',
      summary: 'Download what is wrong with the rows of an import as CSV',
      responseHeaders: ['Content-Disposition'],
      produces: ['text/csv'],
      response: { 200: z.any().describe('CSV in UTF-8'), ...errorResponses },
    }),
    async (request, reply) => {
      const stored = await findImport(db, request.params.id)
      const content = request.method === 'GET' ? problemsCsv(services, stored) : Readable.from([])
      return reply
        .header('Cache-Control', 'no-store')
        .header('Content-Type', 'text/csv; charset=utf-8')
        .header('Content-Disposition', contentDisposition('Problems of the import.csv'))
        .send(content)
    },
  )
}
