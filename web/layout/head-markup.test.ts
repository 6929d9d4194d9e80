import { describe, expect, test } from 'vitest'
import type { PageData } from '../../contract/site/page-data.ts'
import { embedJson } from '../../contract/wire/escape-text.ts'
import { headMarkup } from './head-markup.ts'

const data = { company: { name: 'Edge & Co' }, publicUrl: 'https://jobs.example.com' } as PageData
const head = { title: 'A "title" <b>', description: 'Words', isIndexed: true, structuredData: { title: '</script>' } }

describe('the head of a page', () => {
  test('names the page for search engines and link previews', () => {
    const markup = headMarkup(head, '/jobs/7', data, true)
    expect(markup).toContain('<title>A &quot;title&quot; &lt;b&gt;</title>')
    expect(markup).toContain('<link rel="canonical" href="https://jobs.example.com/jobs/7" />')
    expect(markup).toContain('<meta property="og:site_name" content="Edge &amp; Co" />')
    expect(markup).not.toContain('noindex')
  })

  test('names the picture of link previews by its absolute address, where there is one', () => {
    const markup = headMarkup({ ...head, picture: '/jobs/7/share.png?v=a&b' }, '/jobs/7', data, true)
    expect(markup).toContain(
      '<meta property="og:image" content="https://jobs.example.com/jobs/7/share.png?v=a&amp;b" />',
    )
    expect(markup).toContain('<meta name="twitter:card" content="summary_large_image" />')
    expect(headMarkup(head, '/', data, true)).not.toContain('og:image')
  })

  test('a page with feeds leads feed readers to them', () => {
    const links =
      /<link rel="alternate" type="application\/(rss|atom|feed)\+(xml|json)" title="Open positions at Edge &amp; Co" href="\/feeds\/jobs.(rss|atom|json)" \/>/g
    expect(headMarkup({ ...head, hasFeeds: true }, '/', data, true).match(links)).toHaveLength(3)
    expect(headMarkup(head, '/', data, true)).not.toContain('alternate')
  })

  test('structured data cannot end its own script element', () => {
    expect(headMarkup(head, '/', data, true).match(/<\/script>/g)).toHaveLength(1)
    expect(JSON.parse(embedJson(head.structuredData))).toEqual(head.structuredData)
  })

  test.each([
    [false, true],
    [true, false],
  ])('a page that is unlisted or missing is not indexed', (isIndexed, isFound) => {
    const markup = headMarkup({ ...head, isIndexed }, '/admin', data, isFound)
    expect(markup).toContain('<meta name="robots" content="noindex" />')
    expect(markup).not.toContain('canonical')
    expect(markup).not.toContain('ld+json')
  })
})
