import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import { RESUME_KINDS } from '../../../contract/applications/resume-kinds.ts'
import { API } from '../../../contract/wire/paths.ts'
import { createCustomerPrefixBudget } from '../../platform/http/customer-prefix-budget.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { downloadResume } from '../applications/resumes/download-resume.ts'
import { sendResume } from '../applications/resumes/send-resume.ts'
import { countOwnEntries, recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { listFiles } from '../resumes/resume-queries.ts'
import { linkInvalid, requireLink } from './change-my-application.ts'
import { LINKED, tokenOf } from './linked-requests.ts'
import { ownArchive } from './own-archive.ts'
import { readMyApplication } from './read-my-application.ts'

/** What opening a file costs, and sending a megabyte of it, in milliseconds. */
const OPENING_MS = 50
const MEGABYTE_MS = 5
/** A customer prefix may download forty small files or twenty large ones at once, and then one in five or ten seconds. */
const DOWNLOADS = { mostMs: 40 * OPENING_MS, perSecondMs: OPENING_MS / 5 }
/** One download of each kind an hour is recorded: a link that is used without end does not fill the audit trail. */
const RECORDED = { withinMs: 60 * 60_000, limit: 1 } as const

/** What an applicant downloads with a private link: the resume, and everything that the page shows. */
export function ownDownloadRoutes(app: WellheadApp, services: Services): void {
  const { db, clock } = services
  const downloads = createCustomerPrefixBudget({
    ...DOWNLOADS,
    reason: 'Your application was downloaded many times from your network.',
  })
  const tags = ['my application']
  const { headers, onRequest } = LINKED
  /** Whether a request leaves an entry: a HEAD, which downloads nothing, and another download within the hour leave none. */
  const needsEntry = async (request: FastifyRequest, id: number, action: 'resume_downloaded' | 'data_exported') =>
    request.method === 'GET' && (await countOwnEntries(db, id, { ...RECORDED, actions: [action], now: clock() })) === 0

  app.get(
    API.myApplicationResume,
    {
      onRequest,
      config: { writes: true },
      schema: {
        operationId: 'downloadOwnResume',
        summary: 'Download the resume of an application as its applicant',
        tags,
        headers,
        produces: Object.values(RESUME_KINDS).map(({ mediaType }) => mediaType),
        response: { 200: z.any().describe('The file as it was sent'), ...errorResponses },
      },
    },
    async (request, reply) => {
      const now = clock()
      const id = await requireLink(db, tokenOf(request), now)
      downloads.require(request.ip)
      downloads.spend(request.ip, OPENING_MS)
      const event = (await needsEntry(request, id, 'resume_downloaded')) ? 'resume_downloaded' : undefined
      const opened = await downloadResume({ ...services, log: request.log }, { by: null, id, now }, { event })
      downloads.spend(request.ip, (opened.resume.size / 1e6) * MEGABYTE_MS)
      return sendResume(reply, opened)
    },
  )

  app.get(
    API.myApplicationArchive,
    {
      onRequest,
      config: { writes: true },
      schema: {
        operationId: 'downloadOwnApplication',
        summary: 'Download an application with its files and messages as its applicant',
        tags,
        headers,
        responseHeaders: ['Content-Disposition'],
        produces: ['application/zip'],
        response: {
          200: z.any().describe('A ZIP archive: JSON, files, messages, and a page to read them by'),
          ...errorResponses,
        },
      },
    },
    async (request, reply) => {
      const now = clock()
      const id = await requireLink(db, tokenOf(request), now)
      downloads.require(request.ip)
      const resumes = await listFiles(db, id)
      const megabytes = resumes.reduce((sum, { size }) => sum + size, 0) / 1e6
      downloads.spend(request.ip, OPENING_MS * (1 + resumes.length) + megabytes * MEGABYTE_MS)
      const application = await readMyApplication(services, id, now)
      if (!application) throw linkInvalid()
      if (await needsEntry(request, id, 'data_exported')) {
        const entry = { by: null, now, id, subject: 'application', event: { action: 'data_exported' } } as const
        await db.transaction().execute((trx) => recordAction(trx, entry))
      }
      const isDownload = request.method === 'GET'
      const name = `${application.reference} ${now.toISOString().slice(0, 10)}.zip`
      return (
        reply
          .header('Content-Type', 'application/zip')
          .header('Content-Disposition', contentDisposition(name))
          // Fastify serves HEAD with this route too.
          .send(
            isDownload ? await ownArchive({ ...services, log: request.log }, { id, application }) : Readable.from([]),
          )
      )
    },
  )
}
