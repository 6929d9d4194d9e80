import type { PublicJob } from '../../../contract/jobs/job.ts'
import { OWN_SOURCE, withSource } from '../../../contract/jobs/link-source.ts'
import { shownPay } from '../../../contract/jobs/place-and-pay/pay-text.ts'
import { escapeMarkup } from '../../../contract/wire/escape-text.ts'
import { ANCHOR, PAGE, pathTo } from '../../../contract/wire/paths.ts'

/** Colours of the embedded list: `auto` follows the visitor's system. */
export const EMBED_THEMES = ['light', 'dark', 'auto'] as const

/** Postings that the list shows before it leads to the whole one. */
const SHOWN = 50

/** The document that other sites show in a frame. Its links work without JavaScript and replace the page around it. */
export function embedPage(page: {
  jobs: readonly PublicJob[]
  theme: (typeof EMBED_THEMES)[number]
  company: string
  /** Sites that may show it. */
  sites: readonly string[]
}): string {
  const { jobs, theme, sites } = page
  const title = escapeMarkup(`Open positions at ${page.company}`)
  return `<!doctype html>
<html lang="en" data-theme="${theme}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    <link rel="stylesheet" href="/embed.css" />
    <script src="/embed-frame.js" defer></script>
  </head>
  <body data-sites="${escapeMarkup(sites.join(' '))}">
    <main>
      <h1>${title}</h1>
      ${jobs.length === 0 ? '' : `<ul>${jobs.slice(0, SHOWN).map(posting).join('')}</ul>`}
      <p><a href="${withSource(PAGE.landing, OWN_SOURCE.embed)}#${ANCHOR.careers}" target="_top">${linkText(jobs.length)}</a></p>
    </main>
  </body>
</html>
`
}

function posting(job: PublicJob): string {
  const { id, title, jobType, location } = job
  const pay = shownPay(job)
  const facts = [isolated(location), jobType, ...(pay === null ? [] : [`<b>${isolated(pay)}</b>`])]
    .map((fact) => `<span>${fact}</span>`)
    .join(' ')
  return `<li><a class="posting" href="${withSource(pathTo(PAGE.job, id), OWN_SOURCE.embed)}" target="_top"><span class="title">${isolated(title)}</span> <span class="facts">${facts}</span></a></li>`
}

/** A text in its own direction, within a line that has another. */
function isolated(text: string): string {
  return `<bdi>${escapeMarkup(text)}</bdi>`
}

function linkText(count: number): string {
  if (count === 0) return 'No open positions at the moment: send a general application'
  return count === 1 ? 'See the open position' : `See all ${count} open positions`
}
