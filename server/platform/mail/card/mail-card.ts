import { escapeMarkup } from '../../../../contract/wire/escape-text.ts'
import { type CardBlock, type CardButton, type CardFact, type CardLine, readBlocks } from './card-blocks.ts'
import { LOGO_GROUND, type MailLogo } from './mail-logo.ts'

/** Whose mails they are. */
export type MailBrand = {
  company: string
  /** Address of the site. */
  publicUrl: string
  /** Drawn at the first mail; null without one. */
  logo: () => Promise<MailLogo | null>
}

/** What a card says. */
export type CardContent = {
  subject: string
  title: string
  text: string
  button: CardButton | null
}

/** Content-ID of the logo, which travels with each mail. */
export const LOGO_ID = 'logo@wellhead'

/** The tokens of the site, light and dark (`web/styles.css`): mail programs know no variables. */
const LIGHT = {
  ...{ paper: '#f5f7f6', panel: '#ffffff', line: '#d3dbdb', ink: '#132023', muted: '#445357' },
  ...{ accent: '#0b5c6b', onAccent: '#ffffff' },
} as const
const DARK: Readonly<Record<keyof typeof LIGHT, string>> = {
  ...{ paper: '#0f1618', panel: '#172023', line: '#2d3a3e', ink: '#e7eeef', muted: '#a6b4b8' },
  ...{ accent: '#5cc3d4', onAccent: '#05252b' },
}

const FONT = "font-family:'IBM Plex Sans','Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** In wide windows a label stands before its value. Some mail programs drop all of this, and then show what phones show. */
const WIDE_STYLE = `
@media (min-width:520px){
.m-pad{padding:28px 32px 12px!important}
.m-foot{padding:14px 32px 0!important}
.m-label{display:table-cell!important;padding:9px 12px 9px 0!important;width:88px!important}
.m-value{display:table-cell!important;padding:9px 0!important;border-top:1px solid ${LIGHT.line}!important}
}`

const DARK_RULES = [
  `.m-paper{background:${DARK.paper}!important}`,
  `.m-panel{background:${DARK.panel}!important;border-color:${DARK.accent} ${DARK.line} ${DARK.line}!important}`,
  `.m-line{border-color:${DARK.line}!important}`,
  `.m-ink{color:${DARK.ink}!important}`,
  `.m-muted{color:${DARK.muted}!important}`,
  `.m-link{color:${DARK.accent}!important}`,
  `.m-fill{background:${DARK.accent}!important}`,
  `.m-on{color:${DARK.onAccent}!important}`,
]

/** What mail programs that have a dark look take from here; the others keep the light one. Outlook marks what it has darkened. */
const DARK_STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
${DARK_RULES.join('\n')}
}
${DARK_RULES.map((rule) => `[data-ogsc] ${rule}`).join('\n')}`

/** A mail as HTML: one card of 600 px, with nothing that a mail program would have to load. */
export function composeCard(
  { subject, title, text, button }: CardContent,
  { company, publicUrl, logo }: Omit<MailBrand, 'logo'> & { logo: MailLogo | null },
): string {
  const blocks = readBlocks(withoutTitle(text, title), button)
  const host = new URL(publicUrl).host
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeMarkup(subject)}</title>
<style>${WIDE_STYLE}</style>
<style>${DARK_STYLE}</style>
</head>
<body class="m-paper" style="margin:0;padding:0;background:${LIGHT.paper}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="m-paper" style="background:${LIGHT.paper}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">
<tr><td class="m-panel m-pad" style="padding:24px 20px 8px;background:${LIGHT.panel};border:1px solid ${LIGHT.line};border-top:4px solid ${LIGHT.accent};border-radius:6px">
${brandHtml(company, logo)}
<h1 class="m-ink" dir="auto" style="margin:24px 0 16px;${FONT};font-size:20px;line-height:28px;font-weight:600;color:${LIGHT.ink};overflow-wrap:anywhere">${escapeMarkup(title)}</h1>
${blocks.map(blockHtml).join('\n')}
</td></tr>
<tr><td class="m-muted m-foot" style="padding:14px 20px 0;${FONT};font-size:13px;line-height:20px;color:${LIGHT.muted}">${escapeMarkup(company)} &middot; <a class="m-muted" href="${escapeMarkup(publicUrl)}" style="color:${LIGHT.muted};white-space:nowrap">${escapeMarkup(host)}</a></td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

/** The text below a title: without a greeting where the title has the name, and without a first line that is the title. */
function withoutTitle(text: string, title: string): string {
  if (text.startsWith(`${title}:\n`)) return text.slice(title.length + 2)
  const [greeting = '', name] = /^Hello ([^\n]+),\n\n/.exec(text) ?? []
  return name !== undefined && title.endsWith(`, ${name}`) ? text.slice(greeting.length) : text
}

function brandHtml(company: string, logo: MailLogo | null): string {
  if (!logo)
    return `<p class="m-ink" dir="auto" style="margin:0;${FONT};font-size:16px;line-height:24px;font-weight:600;color:${LIGHT.ink}">${escapeMarkup(company)}</p>`
  return `<img src="cid:${LOGO_ID}" alt="${escapeMarkup(company)}" width="${logo.width}" height="${logo.height}" style="display:block;margin:-${LOGO_GROUND}px;border:0;${FONT};font-size:16px;font-weight:600;color:${LIGHT.ink}">`
}

const BODY = `${FONT};font-size:16px;line-height:25px;color:${LIGHT.ink};overflow-wrap:anywhere`

function blockHtml(block: CardBlock): string {
  switch (block.kind) {
    case 'text':
      return `<p class="m-ink" dir="auto" style="margin:0 0 16px;${BODY}">${block.lines.map(lineHtml).join('<br>\n')}</p>`
    case 'list': {
      const items = block.items.map((item) => `<li dir="auto" style="margin:0 0 8px">${lineHtml(item)}</li>`)
      return `<ul class="m-ink" style="margin:0 0 16px;padding:0 0 0 20px;${BODY}">\n${items.join('\n')}\n</ul>`
    }
    case 'quote':
      return `<blockquote class="m-ink m-line" dir="auto" style="margin:0 0 20px;padding:0 0 0 14px;border-left:4px solid ${LIGHT.line};${BODY}">${block.lines.map(escapeMarkup).join('<br>\n')}</blockquote>`
    case 'facts':
      return factsHtml(block.facts)
    case 'button':
      return buttonHtml(block)
  }
}

/** The label above its value; `mso-` is for Outlook, where both are cells of a table always. */
function factsHtml(facts: CardFact[]): string {
  const border = `1px solid ${LIGHT.line}`
  const cell = `display:block;text-align:left;vertical-align:top;${FONT};line-height:22px`
  const label = `${cell};padding:9px 12px 0 0;white-space:nowrap;border-top:${border};font-size:14px;font-weight:400;color:${LIGHT.muted}`
  const value = `${cell};padding:0 0 9px;mso-padding-alt:9px 0;mso-border-top-alt:${border};font-size:16px;font-weight:600;color:${LIGHT.ink};overflow-wrap:anywhere`
  const rows = facts.map(
    (fact) =>
      `<tr><th scope="row" class="m-muted m-line m-label" style="${label}">${escapeMarkup(fact.label)}</th><td class="m-ink m-line m-value" style="${value}"><span dir="auto" style="unicode-bidi:isolate">${lineHtml(fact.value)}</span></td></tr>`,
  )
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" class="m-line" style="margin:4px 0 20px;width:100%;border-collapse:collapse;border-bottom:${border}">\n${rows.join('\n')}\n</table>`
}

function buttonHtml({ href, label }: CardButton): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 24px"><tr><td class="m-fill" bgcolor="${LIGHT.accent}" style="border-radius:6px;background:${LIGHT.accent}"><a class="m-on" href="${escapeMarkup(href)}" style="display:inline-block;padding:0 22px;${FONT};font-size:16px;line-height:44px;font-weight:600;color:${LIGHT.onAccent};text-decoration:none;border-radius:6px">${escapeMarkup(label)}</a></td></tr></table>`
}

function lineHtml(line: CardLine): string {
  return line
    .map(({ text, href }) =>
      href === null
        ? escapeMarkup(text)
        : `<a class="m-link" href="${escapeMarkup(href)}" style="color:${LIGHT.accent}">${escapeMarkup(text)}</a>`,
    )
    .join('')
}
