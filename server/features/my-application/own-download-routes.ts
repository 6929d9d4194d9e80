import * as z from 'zod'
import { RESUME_KINDS } from '../../../contract/applications/resume-kinds.ts'
import { API } from '../../../contract/wire/paths.ts'
import { createCustomerPrefixBudget } from '../../platform/http/customer-prefix-budget.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { sendMadeFile } from '../../platform/http/send-made-file.ts'
import { downloadResume } from '../applications/resumes/download-resume.ts'
import { sendResume } from '../applications/resumes/send-resume.ts'
import type { Services } from '../feature.ts'
import { listFiles } from '../resumes/resume-queries.ts'
import { linkInvalid, requireLink } from './change-my-application.ts'
import { LINKED, tokenOf } from './linked-requests.ts'
import { exportOwnApplication, needsEntry } from './own-archive.ts'
import { readMyApplication } from './read-my-application.ts'

/** What opening a file costs, and sending a megabyte of it, in milliseconds. */
const OPENING_MS = 50
const MEGABYTE_MS = 5
/** A customer prefix may download forty small files or twenty large ones at once, and then one in five or ten seconds. */
const DOWNLOADS = { mostMs: 40 * OPENING_MS, perSecondMs: OPENING_MS / 5 }
/** What an applicant downloads with a private link: the resume, and everything that the page shows. */
export function ownDownloadRoutes(app: WellheadApp, services: Services): void {
  const { db, clock } = services
  const downloads = createCustomerPrefixBudget({
    ...DOWNLOADS,
    reason: 'Your application was downloaded many times from your network.',
  })
  const tags = ['my application']
  const { headers, onRequest } = LINKED

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
      // Fastify serves HEAD with this route too: it downloads nothing.
      const isRecorded = request.method === 'GET' && (await needsEntry(db, { id, now }, 'resume_downloaded'))
      const event = isRecorded ? 'resume_downloaded' : undefined
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
      return sendMadeFile(reply, { name: application.reference, kind: 'zip', now }, () =>
        exportOwnApplication({ ...services, log: request.log }, { id, now, application }),
      )
    },
  )
}
