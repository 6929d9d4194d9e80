/** Addresses from which other programs read the open postings. */
export const FEED = {
  rss: '/feeds/jobs.rss',
  atom: '/feeds/jobs.atom',
  json: '/feeds/jobs.json',
  indeed: '/feeds/indeed.xml',
  linkedin: '/feeds/linkedin.xml',
} as const

/** Name of one feed. */
export type FeedName = keyof typeof FEED

/** Feeds that browsers and feed readers find by themselves, with their media types. */
export const FOUND_FEEDS = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
} as const satisfies Partial<Record<FeedName, string>>

/** Address of the postings in the shape of Ashby's public job board. */
export const POSTING_API = '/posting-api/job-board/:name'

/**
 * Name of a company in {@link POSTING_API}: its letters and digits in lower case, joined by hyphens.
 * @param company short name of the company, at most 100 characters
 */
export function boardName(company: string): string {
  const words = company
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return words.filter((word) => word !== '').join('-') || 'jobs'
}
