import { escapeMarkup } from '../../../contract/wire/escape-text.ts'

/** A line of a list; with a path it links to a file of the archive. */
export type PageItem = { text: string; path?: string }

/** A part of the page: facts, and lists under their own headings. */
export type PageSection = {
  heading: string
  facts: readonly (readonly [label: string, value: string | null])[]
  lists: readonly { heading: string; items: readonly PageItem[] }[]
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; } h2 { font-size: 1.25rem; margin-top: 2.5rem; } h3 { font-size: 1rem; margin-bottom: 0; }
dl { display: grid; grid-template-columns: minmax(6rem, 12rem) 1fr; gap: 0.25rem 1rem; } dt { opacity: 0.75; }
dd { margin: 0; white-space: pre-wrap; } li { white-space: pre-wrap; } ul { margin-top: 0.25rem; }
@media (max-width: 30rem) { dl { display: block; } dd { margin-bottom: 0.5rem; } }
`

/**
 * A page of an archive that any browser shows, without a script and without anything from elsewhere. All texts are escaped: whatever an
 * applicant wrote stays a text.
 * @param page.intro what the archive has, a paragraph each
 */
export function formatPage(page: {
  title: string
  intro: readonly string[]
  sections: readonly PageSection[]
}): string {
  const title = escapeMarkup(page.title)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${page.intro.map((text) => `<p>${escapeMarkup(text)}</p>`).join('\n')}
${page.sections.map(formatSection).join('\n')}
</body>
</html>
`
}

function formatSection({ heading, facts, lists }: PageSection): string {
  const given = facts.filter((fact): fact is readonly [string, string] => Boolean(fact[1]))
  const rows = given.map(([label, value]) => `<dt>${escapeMarkup(label)}</dt><dd>${escapeMarkup(value)}</dd>`)
  const parts = lists.filter(({ items }) => items.length > 0)
  return [
    `<h2>${escapeMarkup(heading)}</h2>`,
    ...(rows.length > 0 ? [`<dl>${rows.join('\n')}</dl>`] : []),
    ...parts.map((list) => `<h3>${escapeMarkup(list.heading)}</h3>\n<ul>${list.items.map(formatItem).join('\n')}</ul>`),
  ].join('\n')
}

function formatItem({ text, path }: PageItem): string {
  if (path === undefined) return `<li>${escapeMarkup(text)}</li>`
  const address = path.split('/').map(encodeURIComponent).join('/')
  return `<li><a href="${escapeMarkup(address)}">${escapeMarkup(text)}</a></li>`
}
