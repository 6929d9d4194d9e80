import { PICTURE_VERSION_PARAMETER, pathTo, SHARE_PICTURE } from '../../../contract/paths.ts'
import { idParamsSchema } from '../../../contract/validation.ts'
import { createEtag, matchesEtag } from '../../platform/http/entity-tags.ts'
import type { WellheadApp } from '../../platform/http/feature.ts'
import { notFound } from '../../platform/http/request-error.ts'
import type { PublishedJobs } from '../jobs/published-jobs.ts'
import type { PictureJob, SharePictures } from './share-pictures.ts'

/** The address of a picture with its version is never used for another picture. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** The pictures that link previews of open postings show. */
export function sharePictureRoutes(
  app: WellheadApp,
  { published, pictures }: { published: PublishedJobs; pictures: SharePictures },
): void {
  app.get(SHARE_PICTURE, { schema: { hide: true } as object }, async (request, reply) => {
    const id = idParamsSchema.safeParse(request.params).data?.id
    const job = (await published.current()).jobs.find((posting) => posting.id === id)
    if (!job) throw notFound('There is no open position with this number.')
    const asked = (request.query as Record<string, unknown>)[PICTURE_VERSION_PARAMETER]
    const version = pictures.versionOf(job)
    const etag = createEtag(version)
    reply
      .header('cache-control', asked === version ? IMMUTABLE : 'no-cache')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('etag', etag)
    if (matchesEtag(request, etag)) return reply.code(304).send()
    return reply.type('image/png').send(await pictures.draw(job))
  })
}

/** The address of the picture of a posting as it is now, without the host. */
export function sharePictureAddress(pictures: SharePictures, job: PictureJob): string {
  return `${pathTo(SHARE_PICTURE, job.id)}?${PICTURE_VERSION_PARAMETER}=${pictures.versionOf(job)}`
}
