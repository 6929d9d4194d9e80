import type { PublicJob } from '../../../contract/jobs/job.ts'
import { type OWN_SOURCE, withSource } from '../../../contract/jobs/link-source.ts'
import type { Company } from '../../../contract/site/company.ts'
import type { FeedName } from '../../../contract/wire/feed-paths.ts'
import { PAGE, pathTo } from '../../../contract/wire/paths.ts'
import type { PublishedPosting } from '../jobs/published-postings.ts'

/** What every feed is made from. */
export type FeedSource = {
  /** The open postings, newest first. */
  postings: readonly PublishedPosting[]
  company: Company
  /** Address of the site without a trailing slash. */
  publicUrl: string
}

/** A feed as its head, one piece for each posting, and its end. */
export type FeedPieces = Generator<string, void>

/** Address of the page of a posting, by which feeds know it again. */
export function postingUrl({ publicUrl }: FeedSource, { id }: PublicJob): string {
  return publicUrl + pathTo(PAGE.job, id)
}

/** The same as a link of a feed, which says where its reader came from. */
export function postingLink(source: FeedSource, job: PublicJob, from: FeedName | typeof OWN_SOURCE.api): string {
  return withSource(postingUrl(source, job), from)
}

/** Title of the feeds that people read. */
export function feedTitle({ company }: FeedSource): string {
  return `Open positions at ${company.name}`
}

/** When the latest of the postings changed; null without any. The same in every process. */
export function latestChange({ postings }: FeedSource): string | null {
  return postings
    .map(({ changedAt }) => changedAt)
    .reduce<string | null>((latest, date) => (latest && latest > date ? latest : date), null)
}
