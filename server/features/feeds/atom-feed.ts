import { publishedOn } from '../../../contract/jobs/job-statuses.ts'
import { FEED, FOUND_FEEDS } from '../../../contract/wire/feed-paths.ts'
import type { PublishedPosting } from '../jobs/published-postings.ts'
import { feedHtml } from './feed-markup.ts'
import { type FeedPieces, type FeedSource, feedTitle, latestChange, postingLink, postingUrl } from './feed-source.ts'
import { cdata, element, escapeXml } from './xml-text.ts'

/** RFC 4287 requires a date of every feed, also of one that is empty. */
const NO_DATE = '1970-01-01T00:00:00.000Z'

/** The open postings as Atom (RFC 4287). */
export function* atomFeed(source: FeedSource): FeedPieces {
  const { company, publicUrl } = source
  const [home, self] = [`${publicUrl}/`, publicUrl + FEED.atom].map(escapeXml)
  yield [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', publicUrl + FEED.atom),
    element('title', feedTitle(source)),
    element('subtitle', company.blurb),
    element('updated', latestChange(source) ?? NO_DATE),
    `<author>${element('name', company.name)}</author>`,
    `<link rel="alternate" type="text/html" href="${home}"/>`,
    `<link rel="self" type="${FOUND_FEEDS.atom}" href="${self}"/>`,
    '',
  ].join('\n')
  for (const posting of source.postings) yield entry(source, posting)
  yield '</feed>\n'
}

function entry(source: FeedSource, { job, changedAt }: PublishedPosting): string {
  const url = postingUrl(source, job)
  const terms = [job.department, job.jobType, job.location].filter((term) => term !== null)
  return `${[
    '<entry>',
    element('id', url),
    element('title', job.title),
    `<link rel="alternate" type="text/html" href="${escapeXml(postingLink(source, job, 'atom'))}"/>`,
    element('published', publishedOn(job)),
    element('updated', changedAt),
    ...terms.map((term) => `<category term="${escapeXml(term)}"/>`),
    `<content type="html">${cdata(feedHtml(job))}</content>`,
    '</entry>',
  ].join('\n')}\n`
}
