import { publishedOn } from '../../../contract/jobs/job-statuses.ts'
import { FEED } from '../../../contract/wire/feed-paths.ts'
import type { PublishedPosting } from '../jobs/published-postings.ts'
import { feedHtml } from './feed-markup.ts'
import { type FeedPieces, type FeedSource, feedTitle, postingLink } from './feed-source.ts'

/** The open postings as JSON Feed 1.1 (jsonfeed.org/version/1.1). */
export function* jsonFeed(source: FeedSource): FeedPieces {
  const { company, publicUrl } = source
  const head = {
    version: 'https://jsonfeed.org/version/1.1',
    title: feedTitle(source),
    home_page_url: `${publicUrl}/`,
    feed_url: publicUrl + FEED.json,
    description: company.blurb,
    authors: [{ name: company.name, url: company.website }],
  }
  yield `${JSON.stringify(head).slice(0, -1)},"items":[`
  for (const [index, posting] of source.postings.entries())
    yield (index === 0 ? '' : ',') + JSON.stringify(item(source, posting))
  yield ']}'
}

function item(source: FeedSource, { job, changedAt }: PublishedPosting): object {
  return {
    // JSON Feed requires a string.
    id: String(job.id),
    url: postingLink(source, job, 'json'),
    title: job.title,
    content_html: feedHtml(job),
    date_published: publishedOn(job),
    date_modified: changedAt,
    tags: [job.department, job.jobType, job.location].filter((tag) => tag !== null),
  }
}
