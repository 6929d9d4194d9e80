import type { Font } from 'fontkit'

/** What fonts can draw, and how wide it is. */
export type FontMetrics = {
  /** Whether one of the fonts has a character. */
  has(codePoint: number): boolean
  /** The length of a text on one line, in em. Letters have the forms that they take beside each other. */
  widthOf(text: string): number
}

/** @param fonts the first one that has a character draws it */
export function createFontMetrics(fonts: readonly Font[]): FontMetrics {
  const fontOf = (codePoint: number) => fonts.find((font) => font.hasGlyphForCodePoint(codePoint))
  return {
    has: (codePoint) => fontOf(codePoint) !== undefined,

    widthOf: (text) => {
      const runs: { font: Font | undefined; text: string }[] = []
      for (const character of text) {
        const font = fontOf(character.codePointAt(0) ?? 0)
        const last = runs.at(-1)
        if (last?.font === font && last) last.text += character
        else runs.push({ font, text: character })
      }
      return runs.reduce((width, run) => width + (run.font ? advanceOf(run.text, run.font) : 0), 0)
    },
  }
}

function advanceOf(text: string, font: Font): number {
  return font.layout(text).advanceWidth / font.unitsPerEm
}
