import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { ACTIVE_JOBS, API, PAGE, pathTo } from '../../../contract/paths.ts'
import { idTextSchema } from '../../../contract/validation.ts'
import { sendNotFound } from '../../platform/http/error-handler.ts'
import type { WellheadApp } from '../../platform/http/feature.ts'
import { sendPrepared } from '../../platform/http/prepared-answer.ts'
import type { JobBoard } from '../jobs/job-board.ts'
import type { PageMaker } from './page-maker.ts'

/** Unknown addresses all get the same page, so that it is made and kept once. */
const ANY_UNKNOWN = '/404'
const UNKNOWN_JOB = pathTo(PAGE.job, 0)

const nothingKnown = async () => ({})

/** Every address that a person sees, rendered on the server. */
export function pageRoutes(app: WellheadApp, { pages, board }: { pages: PageMaker; board: JobBoard }): void {
  const hidden = { schema: { hide: true } as object }

  app.get(PAGE.landing, hidden, async (request, reply) => {
    const answers = async () => ({ [ACTIVE_JOBS]: await board.jobs() })
    return sendPrepared(request, reply, await pages.make(PAGE.landing, answers))
  })

  app.get(PAGE.job, hidden, async (request, reply) => {
    const id = z.object({ id: idTextSchema }).safeParse(request.params).data?.id
    const findJob = async () => (await board.jobs()).find((job) => job.id === id)
    if (id === undefined || !(await findJob())) {
      return sendPrepared(request, reply, await pages.make(UNKNOWN_JOB, nothingKnown))
    }
    const answers = async () => ({ [pathTo(API.job, id)]: await findJob() })
    return sendPrepared(request, reply, await pages.make(pathTo(PAGE.job, id), answers))
  })

  const withoutData = Object.values(PAGE).filter((path) => path !== PAGE.landing && path !== PAGE.job)
  for (const path of withoutData) {
    app.get(path, hidden, async (request, reply) => sendPrepared(request, reply, await pages.make(path, nothingKnown)))
  }

  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !request.url.startsWith('/api/')
    if (!isPage) return sendNotFound(request, reply)
    const withoutSlash = withoutTrailingSlash(request.url)
    if (withoutSlash !== undefined) return reply.redirect(withoutSlash, 308)
    return sendPrepared(request, reply, await pages.make(ANY_UNKNOWN, nothingKnown))
  })
}

/**
 * The same address without slashes at its end; undefined when there are none. One slash leads, or it would name a host;
 * browsers take a backslash for one.
 */
function withoutTrailingSlash(url: string): string | undefined {
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  return path.endsWith('/') ? `/${withoutOuterSlashes(path)}${url.slice(path.length)}` : undefined
}

/** A regular expression for the end would begin anew at every slash: quadratic time in the length of the address. */
function withoutOuterSlashes(path: string): string {
  let [start, end] = [0, path.length]
  while (start < end && isSlash(path[start])) start += 1
  while (end > start && isSlash(path[end - 1])) end -= 1
  return path.slice(start, end)
}

function isSlash(character: string | undefined): boolean {
  return character === '/' || character === '\\'
}
