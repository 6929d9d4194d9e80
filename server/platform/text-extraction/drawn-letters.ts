import type { getResolvedPDFJS } from 'unpdf'

type Pdfjs = Awaited<ReturnType<typeof getResolvedPDFJS>>
type Page = Awaited<ReturnType<Awaited<ReturnType<Pdfjs['getDocument']>['promise']>['getPage']>>
type Operators = Awaited<ReturnType<Page['getOperatorList']>>

/** The letters that a page draws, in their order; before which of them it draws a space or begins another text. */
type DrawnLetters = { letters: string; gaps: Set<number>; spaces: number }

/** Capitals with a space between them, or single letters: perhaps a heading in spaced letters. */
const MAYBE_SPACED = /\p{Lu} \p{Lu}(?!\p{Ll})|(?<!\p{L})\p{L} \p{L} \p{L}(?!\p{L})/u
/** A page with fewer spaces for its letters comes from a program that moves on in place of drawing them. */
const MOST_LETTERS_PER_SPACE = 20
/** Letters that are drawn and that pdf.js leaves out of the text, since they stand beside the page. */
const MOST_LEFT_OUT = 2_000

/**
 * Takes out the spaces that pdf.js adds between spaced letters ("S U M M A RY"), which it cannot tell from words. Most
 * programs draw the space between two words, and none between such letters.
 * @returns the texts unchanged where the page draws no spaces
 */
export async function closeSpacedLetters(page: Page, pdfjs: Pdfjs, texts: string[]): Promise<string[]> {
  if (!MAYBE_SPACED.test(texts.join(''))) return texts
  const operators = await page.getOperatorList({ annotationMode: pdfjs.AnnotationMode.DISABLE })
  const drawn = drawnLetters(operators, pdfjs.OPS)
  return drawn.letters.length > MOST_LETTERS_PER_SPACE * drawn.spaces ? texts : closeTexts(texts, drawn)
}

function drawnLetters({ fnArray, argsArray }: Operators, { beginText, showText }: Pdfjs['OPS']): DrawnLetters {
  const drawn: string[] = []
  const gaps = new Set<number>()
  let [length, spaces] = [0, 0]
  for (const [index, operator] of fnArray.entries()) {
    if (operator === beginText) gaps.add(length)
    // The numbers between glyphs move on.
    const glyphs: ({ unicode: string } | number)[] = operator === showText ? argsArray[index][0] : []
    for (const glyph of glyphs.filter((each) => typeof each === 'object')) {
      const letter = bareLetters(glyph.unicode)
      drawn.push(letter)
      length += letter.length
      if (letter !== '') continue
      gaps.add(length)
      spaces += 1
    }
  }
  return { letters: drawn.join(''), gaps, spaces }
}

/** Finds each text in the letters, after the one before it. */
function closeTexts(texts: string[], { letters, gaps }: DrawnLetters): string[] {
  let at = 0
  let isLost = false
  return texts.map((text) => {
    const bare = bareLetters(text)
    if (bare === '' && isLost) return text
    const offset = letters.slice(at, at + bare.length + MOST_LEFT_OUT).indexOf(bare)
    isLost = offset < 0
    if (isLost) return text
    let index = at + offset
    at = index + bare.length
    return Array.from(text.normalize('NFKD'), (letter) => {
      const { length } = bareLetters(letter)
      index += length
      return length > 0 || gaps.has(index) ? letter : ''
    }).join('')
  })
}

/** Without spaces and invisible characters; letters apart from their marks, as programs may draw them. */
function bareLetters(text: string): string {
  return text.normalize('NFKD').replace(/[\s\p{Cf}]/gu, '')
}
