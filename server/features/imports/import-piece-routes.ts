import { IMPORT } from '../../../contract/imports/import-limits.ts'
import { importPieceSchema, importSizeSchema } from '../../../contract/imports/imports.ts'
import { PERSONAL_DATA } from '../../../contract/policies/personal-data-policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { RequestError, unavailable } from '../../platform/http/request-error.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import type { Services } from '../feature.ts'
import { writePiece } from './run/draft-import.ts'

const PIECE_TYPE = 'application/octet-stream'

/**
 * The files of an import, in pieces: each is a request as short as any other, an upload that broke off goes on where it was, and no more
 * than a piece is in memory.
 */
export function importPieceRoutes(app: WellheadApp, services: Services): void {
  const { sessions, slots } = services
  app.register(async (scope: WellheadApp) => {
    scope.removeAllContentTypeParsers()
    const reading = { parseAs: 'buffer', bodyLimit: IMPORT.pieceBytes } as const
    scope.addContentTypeParser(PIECE_TYPE, reading, (_request, body, done) => done(null, body))

    for (const part of ['table', 'files'] as const)
      scope.put(
        part === 'table' ? ADMIN_API.importTable : ADMIN_API.importFiles,
        {
          ...sessions.guarded({
            may: PERSONAL_DATA.import,
            asksAgain: true,
            operationId: part === 'table' ? 'sendImportTable' : 'sendImportFiles',
            summary: `Send a piece of the ${part === 'table' ? 'table' : 'ZIP archive of files'} of an import, as ${PIECE_TYPE}`,
            tags: ['imports'],
            params: idParamsSchema,
            querystring: importPieceSchema,
            response: { 200: importSizeSchema, ...errorResponses },
          }),
          bodyLimit: IMPORT.pieceBytes,
        },
        async (request) => {
          const piece = request.body
          if (!Buffer.isBuffer(piece)) throw new RequestError('wrong_type', `Please send the piece as ${PIECE_TYPE}.`)
          if (!(await slots.hasDiskSpace())) throw unavailable()
          const { id } = request.params
          return { size: await writePiece(services, { id, part, piece, offset: request.query.offset }) }
        },
      )
  })
}
