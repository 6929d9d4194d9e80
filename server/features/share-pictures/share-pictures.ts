import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { PublicJob } from '../../../contract/jobs/job.ts'
import type { PayFacts } from '../../../contract/jobs/place-and-pay/job-pay.ts'
import type { Place } from '../../../contract/jobs/place-and-pay/job-place.ts'
import { shownPay } from '../../../contract/jobs/place-and-pay/pay-text.ts'
import { labelPlaces } from '../../../contract/jobs/search/listed-places.ts'
import type { Company } from '../../../contract/site/company.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import { logoImage } from '../../platform/company/company-logo.ts'
import { customerPrefix } from '../../platform/http/client-address.ts'
import { createFairQueue } from '../../platform/http/fair-queue.ts'
import { loadPictureFonts, type PictureFonts } from './picture-fonts.ts'
import { type PictureFacts, sharePictureSvg } from './share-picture-svg.ts'

/** What of a posting is drawn. */
export type PicturePosting = { job: Pick<PublicJob, 'id' | 'title' | 'jobType'> & PayFacts; place: Place }

declare module '../feature.ts' {
  interface Services {
    pictures: SharePictures
  }
}

/** The share pictures of the open postings. */
export type SharePictures = {
  /** Changes with everything that the picture shows; made once for each object, which must not change. */
  versionOf(posting: PicturePosting): string
  /** Whether the picture is drawn already, or will be. */
  isKept(posting: PicturePosting): boolean
  /**
   * The picture as PNG: drawn once for each version, and kept while there is room.
   * @param address of the caller; networks are served in turn
   * @param signal aborts when the caller has gone: what nobody waits for any more is not drawn
   * @throws {RequestError} `too_many_requests` with too many pictures of its network waiting, `unavailable` with too many in all
   */
  draw(posting: PicturePosting, address: string, signal?: AbortSignal): Promise<Buffer>
}

/** Raise it when the drawing changes, so that no cache keeps an old one. */
const DRAWING_VERSION = 4
/** Memory for drawn pictures, in bytes: some 400 of them. */
const CACHE_BYTES = 16 * 1024 * 1024
/** Pictures that are drawn in a second: each takes about 50 ms of a core. */
const MOST_A_SECOND = 4
/** Pictures that wait: the last of them for as long as programs that show link previews do. */
const WAITING = { ofNetwork: 10, inAll: 20 }

/** A picture that waits, is being drawn or is drawn. */
type Picture = {
  png: PromiseWithResolvers<Buffer>
  /** The networks that wait for it: the first one that is served has it drawn for all of them. */
  networks: Set<string>
  /** Those who wait for it; the drawing itself is one, so that what is drawn is kept. */
  callers: number
  /** Aborts when the last of them has gone. */
  abandoned: AbortController
  isBegun: boolean
}

/** Creates the pictures of a company's postings. They are drawn one at a time, outside the main thread, and so many a second. */
export function createSharePictures({
  company,
  logoFile = null,
  mostASecond = MOST_A_SECOND,
  waiting = WAITING,
  cacheBytes = CACHE_BYTES,
}: {
  company: Pick<Company, 'name'>
  /** Absolute path; null when the company has no logo. */
  logoFile?: string | null
  mostASecond?: number
  waiting?: typeof WAITING
  cacheBytes?: number
}): SharePictures {
  const logo = logoFile === null ? null : logoImage(logoFile)
  const logoVersion = logo && shortHash(logo)
  const queue = createFairQueue({ of: 'pictures', atOnce: 1, ...waiting })
  const pictures = new Map<string, Picture>()
  const sizes = new Map<string, number>()
  const versions = new WeakMap<PicturePosting, string>()
  let fonts: Promise<PictureFonts> | undefined
  let pause = Promise.resolve()

  /** Draws a picture, unless that is begun, once enough time has gone by since the one before was begun. */
  const renderOnce = async (picture: Picture, posting: PicturePosting): Promise<void> => {
    if (picture.isBegun) return
    picture.isBegun = true
    await pause
    picture.abandoned.signal.throwIfAborted()
    picture.callers += 1
    pause = wait(1000 / mostASecond, undefined, { ref: false })
    await render(posting).then(picture.png.resolve, picture.png.reject)
  }

  const render = async (posting: PicturePosting): Promise<Buffer> => {
    fonts ??= loadPictureFonts()
    // The renderer is loaded on first use, which keeps the start fast.
    const [{ files, metrics }, { renderAsync }] = await Promise.all([fonts, import('@resvg/resvg-js')])
    const image = await renderAsync(sharePictureSvg(factsOf(posting), metrics), {
      font: { loadSystemFonts: false, fontFiles: files, defaultFontFamily: 'IBM Plex Sans' },
    })
    return image.asPng()
  }

  const forget = (version: string, picture = pictures.get(version)) => {
    if (pictures.get(version) !== picture) return
    pictures.delete(version)
    sizes.delete(version)
  }

  const keep = (version: string, { length }: Buffer) => {
    sizes.set(version, length)
    let total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    for (const [oldest, size] of sizes) {
      if (total <= cacheBytes) return
      total -= size
      forget(oldest)
    }
  }

  const addPicture = (version: string): Picture => {
    const picture: Picture = {
      png: Promise.withResolvers(),
      networks: new Set(),
      callers: 0,
      abandoned: new AbortController(),
      isBegun: false,
    }
    pictures.set(version, picture)
    picture.png.promise.then(
      (png) => keep(version, png),
      () => forget(version, picture),
    )
    return picture
  }

  /** The picture of a version, which is now the last one to make room for others. */
  const take = (version: string): Picture => {
    const size = sizes.get(version)
    // Deleted first, so that it goes to the end.
    if (sizes.delete(version) && size !== undefined) sizes.set(version, size)
    return pictures.get(version) ?? addPicture(version)
  }

  const leave = (version: string, picture: Picture) => {
    picture.callers -= 1
    if (picture.callers > 0) return
    forget(version, picture)
    picture.abandoned.abort()
  }

  /** Lets a network wait for a picture. Refused, it still gets the picture with another network that waits for it. */
  const waitFor = async (picture: Picture, posting: PicturePosting, address: string): Promise<void> => {
    const network = customerPrefix(address)
    if (picture.isBegun || picture.networks.has(network)) return
    picture.networks.add(network)
    try {
      await queue.run(address, () => renderOnce(picture, posting), picture.abandoned.signal)
    } catch (error) {
      picture.networks.delete(network)
      if (picture.networks.size === 0 && picture.callers > 0) picture.png.reject(error)
    }
  }

  const factsOf = ({ job, place }: PicturePosting): PictureFacts => ({
    reference: formatReference('JOB', job.id),
    title: job.title,
    jobType: job.jobType,
    place: labelPlaces([{ job, place }])[0]?.label ?? job.location,
    pay: shownPay(job),
    company: company.name,
    logo,
  })

  const versionOf = (posting: PicturePosting): string => {
    const version =
      versions.get(posting) ?? shortHash(JSON.stringify([DRAWING_VERSION, { ...factsOf(posting), logo: logoVersion }]))
    versions.set(posting, version)
    return version
  }

  return {
    versionOf,
    isKept: (posting) => pictures.has(versionOf(posting)),
    draw: (posting, address, signal) => {
      const version = versionOf(posting)
      const picture = take(version)
      picture.callers += 1
      if (signal?.aborted) leave(version, picture)
      else signal?.addEventListener('abort', () => leave(version, picture))
      void waitFor(picture, posting, address)
      return picture.png.promise
    },
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}
