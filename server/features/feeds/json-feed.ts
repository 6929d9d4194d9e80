import { publishedOn } from '../../../contract/jobs/job-statuses.ts'
import { FEED } from '../../../contract/wire/feed-paths.ts'
import type { PublishedPosting } from '../jobs/published-postings.ts'
import { feedHtml } from './feed-markup.ts'
import { type FeedSource, feedTitle, postingUrl } from './feed-source.ts'

/** The open postings as JSON Feed 1.1 (jsonfeed.org/version/1.1). */
export function jsonFeed(source: FeedSource): string {
  const { company, publicUrl } = source
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feedTitle(source),
    home_page_url: `${publicUrl}/`,
    feed_url: publicUrl + FEED.json,
    description: company.blurb,
    authors: [{ name: company.name, url: company.website }],
    items: source.postings.map((posting) => item(source, posting)),
  })
}

function item(source: FeedSource, { job, changedAt }: PublishedPosting): object {
  return {
    // JSON Feed requires a string.
    id: String(job.id),
    url: postingUrl(source, job),
    title: job.title,
    content_html: feedHtml(job),
    date_published: publishedOn(job),
    date_modified: changedAt,
    tags: [job.department, job.jobType, job.location].filter((tag) => tag !== null),
  }
}
