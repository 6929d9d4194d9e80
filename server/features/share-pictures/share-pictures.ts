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
import { createFairQueue } from '../../platform/http/turns/fair-queue.ts'
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
  /** Changes with everything that the picture shows. */
  versionOf(posting: PicturePosting): string
  /** Whether the picture is drawn already, or will be. */
  isKept(posting: PicturePosting): boolean
  /**
   * The picture as PNG: drawn once for each version, and kept while there is room.
   * @param address of the caller; customer prefixes are served in turn
   * @throws {RequestError} `too_many_requests` with too many pictures of its prefix waiting, `unavailable` with too many in all
   */
  draw(posting: PicturePosting, address: string): Promise<Buffer>
}

/** Raise it when the drawing changes, so that no cache keeps an old one. */
const DRAWING_VERSION = 4
/** Memory for drawn pictures, in bytes: some 400 of them. */
const CACHE_BYTES = 16 * 1024 * 1024
/** Pictures that are drawn in a second: each takes about 50 ms of a core. */
const MOST_A_SECOND = 4
/** Pictures that wait: the last of them for as long as programs that show link previews do. */
const WAITING = { ofEach: 10, inAll: 20 }

/** A picture that waits, is being drawn or is drawn; it takes memory once it is drawn. */
type Picture = { png: Promise<Buffer>; bytes: number }

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
  let fonts: Promise<PictureFonts> | undefined
  let pause = Promise.resolve()

  /** Draws a picture once enough time has gone by since the one before was begun. */
  const renderLater = async (posting: PicturePosting): Promise<Buffer> => {
    await pause
    pause = wait(1000 / mostASecond, undefined, { ref: false })
    return render(posting)
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

  /** Makes room by the pictures that were asked for least recently; one that is not drawn yet takes none. */
  const makeRoom = () => {
    let total = [...pictures.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    for (const [version, { bytes }] of pictures) {
      if (total <= cacheBytes) return
      total -= bytes
      if (bytes > 0) pictures.delete(version)
    }
  }

  const begin = (version: string, posting: PicturePosting, address: string): Picture => {
    const picture: Picture = { png: queue.run(address, () => renderLater(posting)), bytes: 0 }
    picture.png.then(
      ({ length }) => {
        picture.bytes = length
        makeRoom()
      },
      () => pictures.delete(version),
    )
    return picture
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

  const versionOf = (posting: PicturePosting): string =>
    shortHash(JSON.stringify([DRAWING_VERSION, { ...factsOf(posting), logo: logoVersion }]))

  return {
    versionOf,
    isKept: (posting) => pictures.has(versionOf(posting)),
    draw: (posting, address) => {
      const version = versionOf(posting)
      const picture = pictures.get(version) ?? begin(version, posting, address)
      // Deleted first, so that it goes to the end: it is the last one to make room for others.
      pictures.delete(version)
      pictures.set(version, picture)
      return picture.png
    },
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}
