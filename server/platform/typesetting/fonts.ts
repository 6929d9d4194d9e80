import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'

/** A font of the family: one script in one weight. */
export type DocumentFont = {
  name: string
  /** Whether its letters are written from right to left: it turns them around itself. */
  isRightToLeft: boolean
  has(codePoint: number): boolean
  /** Opens it for one document: a font that has drawn another one no longer knows the characters of every glyph. */
  open(): Font
}

/** Weight of a text: 400 for what is read, 600 for headings. */
export type Weight = 400 | 600

const LATIN = import.meta.resolve('@fontsource/ibm-plex-sans/package.json')
const ARABIC = import.meta.resolve('@fontsource/ibm-plex-sans-arabic/package.json')
const HEBREW = import.meta.resolve('@fontsource/ibm-plex-sans-hebrew/package.json')

/** The files of the family, by script: the first one that has a letter draws it. */
const SCRIPTS = [
  [LATIN, 'ibm-plex-sans-latin'],
  [LATIN, 'ibm-plex-sans-latin-ext'],
  [LATIN, 'ibm-plex-sans-vietnamese'],
  [LATIN, 'ibm-plex-sans-cyrillic'],
  [LATIN, 'ibm-plex-sans-cyrillic-ext'],
  [LATIN, 'ibm-plex-sans-greek'],
  [ARABIC, 'ibm-plex-sans-arabic-arabic'],
  [HEBREW, 'ibm-plex-sans-hebrew-hebrew'],
] as const

const known = new Map<string, DocumentFont>()

/**
 * The font that has all characters of a letter with its marks.
 * @returns undefined where none has
 */
export function fontOf(letter: string, weight: Weight): DocumentFont | undefined {
  const codePoints = Array.from(letter, (character) => character.codePointAt(0) ?? 0)
  for (const [base, script] of SCRIPTS) {
    const font = fontNamed(base, `${script}-${weight}-normal`)
    if (codePoints.every(font.has)) return font
  }
  return undefined
}

function fontNamed(base: string, name: string): DocumentFont {
  const existing = known.get(name)
  if (existing) return existing
  const isArabic = base === ARABIC
  const isRightToLeft = isArabic || base === HEBREW
  const open = () => openSync(fileURLToPath(new URL(`./files/${name}.woff`, base))) as Font
  const letters = new Set(open().characterSet)
  const has = (codePoint: number) => letters.has(codePoint)
  const made = { name, isRightToLeft, has, open: () => (isArabic ? withReadableLigatures(open()) : open()) }
  known.set(name, made)
  return made
}

const LAM = 0x644
/** Lam with a form of alef is one sign, which a reader of the PDF gets as one character too. */
const LAM_ALEF = new Map([
  [0x622, 0xfef5],
  [0x623, 0xfef7],
  [0x625, 0xfef9],
  [0x627, 0xfefb],
])
const HAS_LAM_ALEF = /\u0644\p{M}*[\u0622\u0623\u0625\u0627]/u

/**
 * The font without ligatures, which pdf.js would read back to front, except lam-alef, which Arabic cannot be written
 * without (`docs/decisions/0084`).
 */
function withReadableLigatures(font: Font): Font {
  const layout: Font['layout'] = (text) => {
    const run = font.layout(text, HAS_LAM_ALEF.test(text) ? {} : { rlig: false })
    for (const glyph of run.glyphs) {
      const [first, second, ...more] = glyph.codePoints
      const sign = first === LAM && more.length === 0 ? LAM_ALEF.get(second ?? 0) : undefined
      if (sign !== undefined) glyph.codePoints = [sign]
    }
    return run
  }
  return Object.create(font, { layout: { value: layout } })
}
