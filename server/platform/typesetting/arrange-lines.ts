import bidiFactory, { type EmbeddingLevels } from 'bidi-js'
import { type DocumentFont, fontOf, type Weight } from './fonts.ts'
import { lettersOf, NON_JOINER } from './letters.ts'

/** A part of a word in one font and one direction, in the order in which it is read. */
type Piece = { text: string; font: DocumentFont; level: number; width: number; endsWord: boolean }

/** A piece in its place, measured from the left end of the line. */
type PlacedPiece = Piece & { x: number }

/** One line; its pieces are in the order in which they are read, so that a program that copies the text gets that order. */
export type Line = { pieces: PlacedPiece[]; width: number; isRightToLeft: boolean }

/** How wide a text is. */
export type Measure = (text: string, font: DocumentFont) => number

/** Letters of one piece: a longer word is divided, so that it fits a line and takes linear time. */
const LONGEST_PIECE = 24

/** Letters of one font and direction, of one word at most. */
type Run = { letters: string[]; font: DocumentFont; level: number }

const TURNED_LETTER = /(?=\p{Script=Arabic}|\p{Script=Hebrew})\p{L}/u
// The types describe the module that bundlers take; Node takes the other one, whose export is the factory itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

/**
 * Breaks a paragraph into lines, and puts the pieces of each into their places by the Unicode Bidirectional Algorithm.
 * @param text of letters that some font has
 */
export function arrangeLines(
  text: string,
  { weight, width, measure }: { weight: Weight; width: number; measure: Measure },
): Line[] {
  const embedding = bidi.getEmbeddingLevels(text, 'auto')
  const baseLevel = embedding.paragraphs[0]?.level ?? 0
  return breakLines(piecesOf(text, embedding, weight, measure), width).map((pieces) =>
    placePieces(pieces, baseLevel, measure),
  )
}

function piecesOf(text: string, { levels }: EmbeddingLevels, weight: Weight, measure: Measure): Piece[] {
  const runs: Run[] = []
  let at = 0
  let before = ''
  for (const letter of lettersOf(text)) {
    const level = levels[at] ?? 0
    at += letter.length
    const font = letter === NON_JOINER ? undefined : fontOf(letter, weight)
    const last = runs.at(-1)
    const isDivided = before === NON_JOINER || (before === ' ' && letter !== ' ')
    before = letter
    if (!font) continue
    if (!isDivided && last?.level === level && last.font === font && last.letters.length < LONGEST_PIECE) {
      last.letters.push(letter)
    } else runs.push({ letters: [letter], font, level })
  }
  return runs.flatMap(turnable).map(({ letters, font, level }) => {
    const drawn = (level % 2 === 1 ? letters.map(mirrored) : letters).join('')
    return { text: drawn, font, level, width: measure(drawn, font), endsWord: drawn.endsWith(' ') }
  })
}

/** A font turns Arabic and Hebrew letters around itself, and nothing else: any other run that would have to turn, or must not, is drawn letter by letter. */
function turnable(run: Run): Run[] {
  const isRightToLeft = run.level % 2 === 1
  const isTurned = run.font.isRightToLeft && run.letters.some((letter) => TURNED_LETTER.test(letter))
  const isWhole = isTurned || !run.font.isRightToLeft
  if (isRightToLeft ? isTurned : isWhole && !isTurned) return [run]
  return run.letters.map((letter) => ({ ...run, letters: [letter] }))
}

function mirrored(letter: string): string {
  return bidi.getMirroredCharacter(letter) ?? letter
}

/** Fills each line with the words that fit; a longer word is broken between its pieces. */
function breakLines(pieces: Piece[], width: number): Piece[][] {
  const lines: Piece[][] = []
  let line: Piece[] = []
  let filled = 0
  for (const word of wordsOf(pieces)) {
    const wordWidth = word.reduce((sum, piece) => sum + piece.width, 0)
    const parts = wordWidth > width ? word.map((piece) => [piece]) : [word]
    for (const part of parts) {
      const partWidth = part.reduce((sum, piece) => sum + piece.width, 0)
      if (line.length > 0 && filled + partWidth > width) {
        lines.push(line)
        line = []
        filled = 0
      }
      line.push(...part)
      filled += partWidth
    }
  }
  return line.length > 0 ? [...lines, line] : lines
}

function wordsOf(pieces: Piece[]): Piece[][] {
  const words: Piece[][] = []
  let isOpen = false
  for (const piece of pieces) {
    if (isOpen) words.at(-1)?.push(piece)
    else words.push([piece])
    isOpen = !piece.endsWord
  }
  return words
}

function placePieces(line: Piece[], baseLevel: number, measure: Measure): Line {
  const pieces = withoutLastSpace(line, measure)
  const placed = new Map<Piece, number>()
  let width = 0
  for (const piece of visualOrder(pieces)) {
    placed.set(piece, width)
    width += piece.width
  }
  return {
    pieces: pieces.map((piece) => ({ ...piece, x: placed.get(piece) ?? 0 })),
    width,
    isRightToLeft: baseLevel % 2 === 1,
  }
}

function withoutLastSpace(pieces: Piece[], measure: Measure): Piece[] {
  const last = pieces.at(-1)
  if (!last?.endsWord) return pieces
  const text = last.text.trimEnd()
  if (text === '') return pieces.slice(0, -1)
  return [...pieces.slice(0, -1), { ...last, text, width: measure(text, last.font) }]
}

/** From left to right: rule L2 of the algorithm reverses every run of a level or higher, from the highest level down. */
function visualOrder(pieces: Piece[]): Piece[] {
  let order = pieces
  const highest = Math.max(0, ...pieces.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1) {
    const reversed: Piece[] = []
    let run: Piece[] = []
    for (const piece of order) {
      if (piece.level >= level) run.push(piece)
      else {
        reversed.push(...run.reverse(), piece)
        run = []
      }
    }
    order = [...reversed, ...run.reverse()]
  }
  return order
}
