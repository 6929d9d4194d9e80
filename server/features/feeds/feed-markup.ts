import type { PublicJob } from '../../../contract/jobs/job.ts'
import { jobMarkup, type MarkupStyle } from '../../../contract/jobs/job-markup.ts'
import { shownPay } from '../../../contract/jobs/place-and-pay/pay-text.ts'
import { postingSections } from '../../../contract/jobs/posting-sections.ts'
import { readTextBlocks } from '../../../contract/wire/text-blocks.ts'
import { escapeXml } from './xml-text.ts'

const HTML: MarkupStyle = { escapeText: escapeXml, heading: (text) => `<h3>${text}</h3>`, numbers: 'ol' }

/** LinkedIn shows `strong`, `p`, `br`, `ul` and `li`, and drops every other element. */
const LINKEDIN: MarkupStyle = {
  escapeText: escapeXml,
  heading: (text) => `<p><strong>${text}</strong></p>`,
  numbers: 'ul',
}

/** Indeed reads no entities: a `<` that could begin an element is followed by a space instead. */
const INDEED: MarkupStyle = {
  escapeText: (text) => text.replaceAll(/<(?=[a-z/!?])/gi, '< '),
  heading: (text) => `<h3>${text}</h3>`,
  numbers: 'ol',
}

/** What a posting says, as HTML. */
export function postingHtml(job: PublicJob): string {
  return jobMarkup(job, HTML)
}

/** What a posting says for readers of feeds, whose items have no fields for place and pay: these first. */
export function feedHtml(job: PublicJob): string {
  const facts = [job.location, job.jobType, shownPay(job)].filter((fact) => fact !== null)
  return `<p>${facts.map(escapeXml).join(' · ')}</p>${postingHtml(job)}`
}

/** What a posting says, in the HTML that LinkedIn reads. */
export function linkedinHtml(job: PublicJob): string {
  return jobMarkup(job, LINKEDIN)
}

/** What a posting says, in the HTML that Indeed reads. */
export function indeedHtml(job: PublicJob): string {
  return jobMarkup(job, INDEED)
}

/** What a posting says, as plain text. */
export function postingText(job: PublicJob): string {
  return postingSections(job)
    .map(({ title, text }) => [title, ...readTextBlocks(text).map(blockText)].join('\n\n'))
    .join('\n\n')
}

function blockText(block: ReturnType<typeof readTextBlocks>[number]): string {
  if (block.kind === 'paragraph') return block.lines.join('\n')
  return block.items.map((item, index) => `${block.kind === 'bullets' ? '-' : `${index + 1}.`} ${item}`).join('\n')
}
