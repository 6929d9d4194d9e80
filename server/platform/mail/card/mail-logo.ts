import { logoImage } from '../../company/company-logo.ts'

/** A logo as mail programs show it: a PNG image of twice these sizes, which are in CSS pixels. */
export type MailLogo = { png: Buffer; width: number; height: number }

/** Its height, and the most that its width may be, in CSS pixels. */
const HEIGHT = 32
const MOST_WIDTH = 240
/** Pixels of a fine screen for one of these. */
const DENSITY = 2

/** The logo of a company, drawn once. @param onFault a drawing that cannot be drawn is left out */
export function createMailLogo(path: string | null, onFault: (error: unknown) => void): () => Promise<MailLogo | null> {
  let drawn: Promise<MailLogo | null> | undefined
  return () => {
    if (path === null) return Promise.resolve(null)
    drawn ??= draw(path).catch((error) => {
      onFault(error)
      return null
    })
    return drawn
  }
}

async function draw(path: string): Promise<MailLogo> {
  const { Resvg, renderAsync } = await import('@resvg/resvg-js')
  const [type = '', content = ''] = logoImage(path).split(';base64,')
  const bytes = Buffer.from(content, 'base64')
  const isDrawing = type.endsWith('svg+xml')
  const svg = isDrawing ? bytes.toString('utf8') : wrapped(bytes, content)
  const { width, height } = new Resvg(svg)
  const isWide = width / height > MOST_WIDTH / HEIGHT
  const fitTo = isWide
    ? ({ mode: 'width', value: MOST_WIDTH * DENSITY } as const)
    : ({ mode: 'height', value: HEIGHT * DENSITY } as const)
  const image = await renderAsync(svg, { fitTo })
  return {
    png: image.asPng(),
    width: Math.round(image.width / DENSITY),
    height: Math.round(image.height / DENSITY),
  }
}

/** A PNG image as a drawing, so that a large one is made small too. */
function wrapped(png: Buffer, base64: string): string {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" xlink:href="data:image/png;base64,${base64}"/></svg>`
}
