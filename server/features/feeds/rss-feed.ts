import type { PublicJob } from '../../../contract/jobs/job.ts'
import { publishedOn } from '../../../contract/jobs/job-statuses.ts'
import { FEED, FOUND_FEEDS } from '../../../contract/wire/feed-paths.ts'
import { feedHtml } from './feed-markup.ts'
import { type FeedPieces, type FeedSource, feedTitle, latestChange, postingLink, postingUrl } from './feed-source.ts'
import { cdata, element, escapeXml, rfc822Date } from './xml-text.ts'

/** The open postings as RSS 2.0. */
export function* rssFeed(source: FeedSource): FeedPieces {
  const { company, publicUrl } = source
  const latest = latestChange(source)
  const self = escapeXml(publicUrl + FEED.rss)
  yield [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    element('title', feedTitle(source)),
    element('link', `${publicUrl}/`),
    element('description', company.blurb),
    `<atom:link href="${self}" rel="self" type="${FOUND_FEEDS.rss}"/>`,
    latest ? element('lastBuildDate', rfc822Date(latest)) : '',
    '',
  ].join('\n')
  for (const { job } of source.postings) yield item(source, job)
  yield '</channel>\n</rss>\n'
}

function item(source: FeedSource, job: PublicJob): string {
  const url = postingUrl(source, job)
  const lines = [
    '<item>',
    element('title', job.title),
    element('link', postingLink(source, job, 'rss')),
    `<guid isPermaLink="true">${escapeXml(url)}</guid>`,
    element('pubDate', rfc822Date(publishedOn(job))),
    ...[job.department, job.jobType, job.location].map((term) => (term ? element('category', term) : '')),
    `<description>${cdata(feedHtml(job))}</description>`,
    '</item>',
  ]
  return `${lines.filter((line) => line !== '').join('\n')}\n`
}
