import { PICTURE_VERSION_PARAMETER, pathTo, SHARE_PICTURE } from '../../../contract/wire/paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { createCustomerPrefixBudget } from '../../platform/http/customer-prefix-budget.ts'
import { createEtag, matchesEtag } from '../../platform/http/entity-tags.ts'
import { notFound } from '../../platform/http/request-error.ts'
import type { WellheadApp } from '../../platform/http/route.ts'
import type { Services } from '../feature.ts'
import type { PicturePosting, SharePictures } from './share-pictures.ts'

/** The address of a picture with its version is never used for another picture. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** What a drawing takes of a core, in milliseconds. */
const DRAWING_MS = 50
/** A customer prefix may have 40 pictures drawn at once, and then one a second. Those that are kept cost nothing. */
const DRAWINGS = { mostMs: 40 * DRAWING_MS, perSecondMs: DRAWING_MS }

/** The pictures that link previews of open postings show. */
export function sharePictureRoutes(
  app: WellheadApp,
  { published, pictures }: Pick<Services, 'published' | 'pictures'>,
): void {
  const drawings = createCustomerPrefixBudget({ ...DRAWINGS, reason: 'Too many pictures were drawn for your network.' })

  app.get(SHARE_PICTURE, { schema: { hide: true } as object }, async (request, reply) => {
    const id = idParamsSchema.safeParse(request.params).data?.id
    const posting = id === undefined ? undefined : (await published.current()).byId.get(id)
    if (!posting) throw notFound('There is no open position with this number.')
    const requestedVersion = (request.query as Record<string, unknown>)[PICTURE_VERSION_PARAMETER]
    const version = pictures.versionOf(posting)
    const headers = {
      'cache-control': requestedVersion === version ? IMMUTABLE : 'no-cache',
      'cross-origin-resource-policy': 'cross-origin',
      etag: createEtag(version),
    }
    if (matchesEtag(request, headers.etag)) return reply.headers(headers).code(304).send()
    if (!pictures.isKept(posting)) {
      drawings.require(request.ip)
      drawings.spend(request.ip, DRAWING_MS)
    }
    const png = await pictures.draw(posting, request.ip)
    return reply.headers(headers).type('image/png').send(png)
  })
}

/** The address of the picture of a posting as it is now, without the host. */
export function sharePictureAddress(pictures: SharePictures, posting: PicturePosting): string {
  return `${pathTo(SHARE_PICTURE, posting.job.id)}?${PICTURE_VERSION_PARAMETER}=${pictures.versionOf(posting)}`
}
