import { logoImage } from '../../company/company-logo.ts'

/** A logo on its ground as mail programs show it: a PNG image of twice these sizes, which are in CSS pixels. */
export type MailLogo = { png: Buffer; width: number; height: number }

/** Width of the ground around a logo, in CSS pixels. */
export const LOGO_GROUND = 4
/** The height of the logo, and the most that its width may be, in CSS pixels. */
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
  const svg = type.endsWith('svg+xml') ? bytes.toString('utf8') : pngAsDrawing(bytes)
  const { width, height } = new Resvg(svg)
  const isWide = width / height > MOST_WIDTH / HEIGHT
  const fitTo = isWide
    ? ({ mode: 'width', value: MOST_WIDTH * DENSITY } as const)
    : ({ mode: 'height', value: HEIGHT * DENSITY } as const)
  // Made small first: a drawing within another one has no fonts.
  const small = (await renderAsync(svg, { fitTo })).asPng()
  const image = await renderAsync(onLightGround(small))
  return {
    png: image.asPng(),
    width: Math.round(image.width / DENSITY),
    height: Math.round(image.height / DENSITY),
  }
}

/** Most logos are drawn for a light ground. It is in the picture: programs that darken a mail darken everything but pictures. */
function onLightGround(png: Buffer): string {
  const corners = LOGO_GROUND * DENSITY
  return pngAsDrawing(png, corners, `<rect width="100%" height="100%" rx="${corners}" fill="#ffffff"/>`)
}

/** A PNG image as a drawing. @param edge pixels around it @param ground what is drawn below it */
function pngAsDrawing(png: Buffer, edge = 0, ground = ''): string {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const size = `width="${width + 2 * edge}" height="${height + 2 * edge}"`
  const image = `<image x="${edge}" y="${edge}" width="${width}" height="${height}" xlink:href="data:image/png;base64,${png.toString('base64')}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${ground}${image}</svg>`
}
