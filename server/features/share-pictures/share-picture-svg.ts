import { escapeMarkup } from '../../../contract/wire/escape-text.ts'
import { drawableText, fitText } from './fit-text.ts'
import type { FontMetrics } from './font-metrics.ts'

/** What a share picture shows of a posting. */
export type PictureFacts = {
  reference: string
  title: string
  jobType: string
  /** In short: one line has room for it. */
  place: string
  pay: string | null
  company: string
  /** The company's logo as a `data:` address; null when it has none. */
  logo: string | null
}

/** Size in pixels, the one that link previews are made for. */
const PICTURE_SIZE = { width: 1200, height: 630 } as const

/** Shown when the title has letters that the fonts do not have. */
const GENERAL_TITLE = 'Open position'

const MARGIN = 80
const LINE_WIDTH = PICTURE_SIZE.width - 2 * MARGIN
/** The instrument stands beside the last lines. */
const FACT_WIDTH = LINE_WIDTH - 180
const FAMILY = 'IBM Plex Sans, IBM Plex Sans Arabic, IBM Plex Sans Hebrew'
/** The site's light colours. */
const COLOUR = { paper: '#f5f7f6', line: '#c3cecf', ink: '#132023', muted: '#445357', accent: '#0b5c6b' }
/** The square beside the company's name in which its logo is as large as fits, and the distance between them. */
const LOGO = { side: 64, y: 56, distance: 20 }
/** Short titles are large, long ones have three lines. */
const TITLES = [
  { size: 80, lines: 2, leading: 94, baseline: 222 },
  { size: 62, lines: 3, leading: 74, baseline: 198 },
] as const

/** The right-to-left scripts that the fonts have, before any letter of another script. */
const RIGHT_TO_LEFT = /^[^\p{L}]*(?:\p{Script=Arabic}|\p{Script=Hebrew})/u
/** Characters that are ordered by the direction of their line. */
const ORDERED = /\p{Script=Arabic}|\p{Script=Hebrew}/u
/** Isolates a line with its direction (Unicode Standard Annex 9): the renderer would take that of its first letter. */
const ISOLATE = { leftToRight: '\u2066', rightToLeft: '\u2067', end: '\u2069' }

type Line = {
  text: string
  isRightToLeft: boolean
  y: number
  size: number
  weight: 400 | 600
  colour: string
  indent?: number
}

/** Draws a posting as an SVG image, with its text as text. */
export function sharePictureSvg(facts: PictureFacts, metrics: FontMetrics): string {
  const title = drawableText(facts.title, metrics) ?? GENERAL_TITLE
  const isRightToLeft = RIGHT_TO_LEFT.test(title)
  const { width, height } = PICTURE_SIZE
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${COLOUR.paper}"/>`,
    processLine(facts.reference, isRightToLeft),
    logoElement(facts, isRightToLeft),
    ...[...heading(facts, metrics), ...titleLines(title, isRightToLeft, metrics), ...factLines(facts, metrics)].map(
      (line) => textElement(line, isRightToLeft),
    ),
    '</svg>',
  ].join('')
}

function heading({ company, logo }: PictureFacts, metrics: FontMetrics): Line[] {
  const indent = logo === null ? 0 : LOGO.side + LOGO.distance
  return singleLine(company, metrics, { y: 100, size: 34, weight: 600, colour: COLOUR.accent, indent })
}

/** The logo stands before the name, on the side where the title begins. */
function logoElement({ logo }: PictureFacts, isRightToLeft: boolean): string {
  if (logo === null) return ''
  const x = isRightToLeft ? PICTURE_SIZE.width - MARGIN - LOGO.side : MARGIN
  return `<image x="${x}" y="${LOGO.y}" width="${LOGO.side}" height="${LOGO.side}" href="${logo}"/>`
}

/** All lines have the direction of the whole title. */
function titleLines(title: string, isRightToLeft: boolean, metrics: FontMetrics): Line[] {
  const [large, small] = TITLES.map((style) => {
    const { lines, isCut } = fitText(title, { metrics, width: LINE_WIDTH / style.size, lines: style.lines })
    return { style, lines, isCut }
  })
  const fitting = large && !large.isCut ? large : small
  if (!fitting) return []
  const { size, leading, baseline } = fitting.style
  return fitting.lines.map((text, index) => ({
    text,
    isRightToLeft,
    y: baseline + index * leading,
    size,
    weight: 600,
    colour: COLOUR.ink,
  }))
}

function factLines({ jobType, place, pay }: PictureFacts, metrics: FontMetrics): Line[] {
  const paid = singleLine(pay ?? '', metrics, { y: 496, size: 36, weight: 600, colour: COLOUR.ink }, FACT_WIDTH)
  const y = paid.length === 0 ? 496 : 444
  const where = drawableText(place, metrics) === null ? jobType : `${place} | ${jobType}`
  return [...singleLine(where, metrics, { y, size: 36, weight: 400, colour: COLOUR.muted }, FACT_WIDTH), ...paid]
}

/** One line, or none when there is nothing that can be drawn. */
function singleLine(
  text: string,
  metrics: FontMetrics,
  style: Omit<Line, 'text' | 'isRightToLeft'>,
  width = LINE_WIDTH,
): Line[] {
  const drawable = drawableText(text, metrics)
  if (drawable === null) return []
  const room = width - (style.indent ?? 0)
  const [line = ''] = fitText(drawable, { metrics, width: room / style.size, lines: 1 }).lines
  return [{ ...style, text: line, isRightToLeft: RIGHT_TO_LEFT.test(drawable) }]
}

/** @param beginsRight all lines begin on the side where the title begins */
function textElement({ text, isRightToLeft, y, size, weight, colour, indent = 0 }: Line, beginsRight: boolean): string {
  const position = beginsRight
    ? `x="${PICTURE_SIZE.width - MARGIN - indent}" text-anchor="end"`
    : `x="${MARGIN + indent}" text-anchor="start"`
  const start = isRightToLeft ? ISOLATE.rightToLeft : ISOLATE.leftToRight
  const content = isRightToLeft || ORDERED.test(text) ? `${start}${text}${ISOLATE.end}` : text
  const font = `font-family="${FAMILY}" font-weight="${weight}" font-size="${size}" fill="${colour}"`
  return `<text ${position} y="${y}" ${font} xml:space="preserve">${escapeMarkup(content)}</text>`
}

/** The site's motif: a pipe with a valve, and an instrument that carries the posting's reference as its tag. */
function processLine(reference: string, isRightToLeft: boolean): string {
  const [kind = '', number = ''] = reference.split('-')
  const [x, valve] = isRightToLeft ? [136, 900] : [1064, 236]
  const tag = (text: string, y: number, weight: number) =>
    `<text x="${x}" y="${y}" text-anchor="middle" font-family="${FAMILY}" font-weight="${weight}" font-size="22" fill="${COLOUR.ink}">${escapeMarkup(text)}</text>`
  return [
    `<g fill="none" stroke="${COLOUR.accent}" stroke-width="6" stroke-linejoin="round">`,
    `<path d="M0 566H${valve}M${valve + 64} 566H${PICTURE_SIZE.width}"/>`,
    `<path d="M${valve} 544L${valve + 64} 588V544L${valve} 588Z"/>`,
    `<g stroke-width="4"><path d="M${x} 566V544"/><circle cx="${x}" cy="492" r="52"/></g>`,
    `<path d="M${x - 52} 492H${x + 52}" stroke="${COLOUR.line}" stroke-width="3"/></g>`,
    tag(kind, 482, 600),
    tag(number, 520, 400),
  ].join('')
}
