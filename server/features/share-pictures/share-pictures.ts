import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Company } from '../../../contract/company.ts'
import type { PublicJob } from '../../../contract/job.ts'
import type { PayFacts } from '../../../contract/job-pay.ts'
import { readListedPlaces } from '../../../contract/listed-places.ts'
import { shownPay } from '../../../contract/pay-text.ts'
import { formatReference } from '../../../contract/reference.ts'
import { logoImage } from '../../platform/company/company-logo.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { loadPictureFonts, type PictureFonts } from './picture-fonts.ts'
import { type PictureFacts, sharePictureSvg } from './share-picture-svg.ts'

/** What of a posting is drawn. */
export type PictureJob = Pick<PublicJob, 'id' | 'title' | 'jobType'> & PayFacts

/** The share pictures of the open postings. */
export type SharePictures = {
  /** Changes with everything that the picture shows; made once for each object, which must not change. */
  versionOf(job: PictureJob): string
  /** Whether the picture is drawn already, or will be. */
  isKept(job: PictureJob): boolean
  /**
   * The picture as PNG: drawn once for each version, and kept while there is room.
   * @throws {RequestError} `unavailable` when too many pictures wait
   */
  draw(job: PictureJob): Promise<Buffer>
}

/** Raise it when the drawing changes, so that no cache keeps an old one. */
const DRAWING_VERSION = 4
/** Memory for drawn pictures, in bytes: some 400 of them. */
const CACHE_BYTES = 16 * 1024 * 1024
/** Pictures that are drawn in a second: each takes about 50 ms of a core. */
const MOST_A_SECOND = 4
/** Pictures that wait: the last of them for as long as programs that show link previews do. */
const MAX_WAITING = 20
const RETRY_AFTER_S = 5

/** Creates the pictures of a company's postings. They are drawn one at a time, outside the main thread, and so many a second. */
export function createSharePictures({
  company,
  logoFile = null,
  mostASecond = MOST_A_SECOND,
  maxWaiting = MAX_WAITING,
  cacheBytes = CACHE_BYTES,
}: {
  company: Pick<Company, 'name' | 'address'>
  /** Absolute path; null when the company has no logo. */
  logoFile?: string | null
  mostASecond?: number
  maxWaiting?: number
  cacheBytes?: number
}): SharePictures {
  const logo = logoFile === null ? null : logoImage(logoFile)
  const logoVersion = logo && shortHash(logo)
  const limit = pLimit(1)
  const drawn = new Map<string, Promise<Buffer>>()
  const sizes = new Map<string, number>()
  const versions = new WeakMap<PictureJob, string>()
  let fonts: Promise<PictureFonts> | undefined
  let pause = Promise.resolve()

  /** Draws a picture once enough time has gone by since the one before was begun. */
  const renderInTurn = async (facts: PictureFacts): Promise<Buffer> => {
    await pause
    pause = wait(1000 / mostASecond, undefined, { ref: false })
    return render(facts)
  }

  const render = async (facts: PictureFacts): Promise<Buffer> => {
    fonts ??= loadPictureFonts()
    // The renderer is loaded on first use, which keeps the start fast.
    const [{ files, metrics }, { renderAsync }] = await Promise.all([fonts, import('@resvg/resvg-js')])
    const image = await renderAsync(sharePictureSvg(facts, metrics), {
      font: { loadSystemFonts: false, fontFiles: files, defaultFontFamily: 'IBM Plex Sans' },
    })
    return image.asPng()
  }

  const forget = (version: string) => {
    drawn.delete(version)
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

  const factsOf = (job: PictureJob): PictureFacts => ({
    reference: formatReference('JOB', job.id),
    title: job.title,
    jobType: job.jobType,
    place: readListedPlaces([job], company.address)[0]?.label ?? job.location,
    pay: shownPay(job),
    company: company.name,
    logo,
  })

  const versionOf = (job: PictureJob): string => {
    const version =
      versions.get(job) ?? shortHash(JSON.stringify([DRAWING_VERSION, { ...factsOf(job), logo: logoVersion }]))
    versions.set(job, version)
    return version
  }

  return {
    versionOf,
    isKept: (job) => drawn.has(versionOf(job)),
    draw: (job) => {
      const version = versionOf(job)
      const earlier = drawn.get(version)
      if (earlier) return earlier
      if (limit.activeCount + limit.pendingCount > maxWaiting) return Promise.reject(tooManyWait())
      const picture = limit(() => renderInTurn(factsOf(job)))
      drawn.set(version, picture)
      picture.then(
        (png) => keep(version, png),
        () => forget(version),
      )
      return picture
    },
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

function tooManyWait(): RequestError {
  return new RequestError('unavailable', 'Too many pictures are being drawn. Please try again in a moment.', {
    retryAfter: RETRY_AFTER_S,
  })
}
