/** What a font can draw: the advance width of each character it has a glyph for, in em, by code point. */
export type FontMetrics = ReadonlyMap<number, number>

/** Windows platform, Unicode BMP: the character map that every TrueType font has. */
const WINDOWS_BMP = 0x0003_0001
/** The end mark of the last segment, which is no character. */
const END_MARK = 0xffff

/**
 * Reads the widths from a TrueType font of our own: tables `cmap` (format 4), `head`, `hhea` and `hmtx` of the OpenType
 * specification. Kerning is left out: it changes the length of a line by less than one letter.
 */
export function readFontMetrics(font: Buffer): FontMetrics {
  const table = tablesOf(font)
  const unitsPerEm = font.readUInt16BE(table('head') + 18)
  const lastMetric = font.readUInt16BE(table('hhea') + 34) - 1
  const metrics = new Map<number, number>()
  for (const [character, glyph] of glyphsOf(font, table('cmap'))) {
    const advance = font.readUInt16BE(table('hmtx') + 4 * Math.min(glyph, lastMetric))
    metrics.set(character, advance / unitsPerEm)
  }
  return metrics
}

function tablesOf(font: Buffer): (name: string) => number {
  const offsets = new Map<string, number>()
  const count = font.readUInt16BE(4)
  for (let index = 0; index < count; index += 1) {
    const record = 12 + 16 * index
    offsets.set(font.toString('latin1', record, record + 4), font.readUInt32BE(record + 8))
  }
  return (name) => {
    const offset = offsets.get(name)
    if (offset === undefined) throw new Error(`The font has no table ${name}`)
    return offset
  }
}

function* glyphsOf(font: Buffer, cmap: number): Generator<[character: number, glyph: number]> {
  const map = characterMap(font, cmap)
  const width = font.readUInt16BE(map + 6)
  for (let offset = 0; offset < width; offset += 2) {
    const end = font.readUInt16BE(map + 14 + offset)
    const start = font.readUInt16BE(map + 16 + width + offset)
    const delta = font.readUInt16BE(map + 16 + 2 * width + offset)
    const rangeAt = map + 16 + 3 * width + offset
    const range = font.readUInt16BE(rangeAt)
    for (let character = start; character <= end && character !== END_MARK; character += 1) {
      const listed = range === 0 ? character : font.readUInt16BE(rangeAt + range + 2 * (character - start))
      if (listed !== 0) yield [character, (listed + delta) % 0x1_0000]
    }
  }
}

function characterMap(font: Buffer, cmap: number): number {
  const count = font.readUInt16BE(cmap + 2)
  for (let index = 0; index < count; index += 1) {
    const record = cmap + 4 + 8 * index
    const map = cmap + font.readUInt32BE(record + 4)
    if (font.readUInt32BE(record) === WINDOWS_BMP && font.readUInt16BE(map) === 4) return map
  }
  throw new Error('The font has no character map of format 4')
}
