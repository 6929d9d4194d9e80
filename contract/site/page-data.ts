import type { PlaceAndPay } from '../jobs/place-and-pay/job-pay.ts'
import type { ResponseTime } from '../promise/promised-time.ts'
import type { Company } from './company.ts'
import type { PageTexts } from './site-texts.ts'

/** Everything a page needs to render the same on the server and in the browser; travels as a JSON block in the page. */
export type PageData = {
  company: Company
  /** Absolute address of the site without a trailing slash, for canonical links. */
  publicUrl: string
  /** Year of the copyright line. */
  year: number
  /** What applicants are promised when the page was rendered. */
  promise: ResponseTime
  /** What owners have written for every page. */
  texts: PageTexts
  /** The links of the footer; one without an address is shown as a disabled link. */
  links: { name: string; href?: string }[]
  /** Whether a mail server is configured: without one no receipt, private link or job alert is promised. */
  sendsMail: boolean
  /** Response bodies by request address, as the default reader would fetch them. */
  responses: Record<string, unknown>
  /** What the server has stored of the posting of the page, for the head alone: browsers do not get it. */
  placeAndPay?: PlaceAndPay | undefined
}

/** Id of the script element that carries the {@link PageData}. */
export const PAGE_DATA_ID = 'page-data'

/** A page as the renderer returns it to the server. */
export type RenderedPage = {
  status: 200 | 404
  /** Markup of the application root. */
  html: string
  /** Markup for the document head: title, description, canonical, Open Graph and structured data. */
  head: string
}

/**
 * Renders one address, synchronously and without loading anything.
 * @param address path of the request; with its query where the page depends on it
 */
export type RenderPage = (address: string, data: PageData) => RenderedPage
