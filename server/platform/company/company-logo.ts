import { extname, isAbsolute, normalize, resolve } from 'node:path'
import { readSmallFile } from './small-file.ts'

const MOST_BYTES = 1024 * 1024
/** Pixels along one side: an image takes four bytes of a visitor's memory for each pixel, however small its file. */
const MOST_PIXELS = 4_096
/**
 * A `<use>` element may refer to elements that contain others. This many let a drawing grow to some 1,500 times its size
 * at most (three in each of seven levels); without a limit, it grows without bound.
 */
const MOST_USES = 20

const PNG_HEAD = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

/** What a drawing may not contain, with the message. Each pattern takes one pass over the text. */
const REFUSED_IN_SVG: readonly [RegExp, string][] = [
  [/<!ENTITY/i, 'it declares entities'],
  [/<\?xml-stylesheet/i, 'it loads a style sheet'],
  [/<(?:[\w-]+:)?script/i, 'it has a script in it'],
  [/<(?:[\w-]+:)?foreignObject/i, 'it has a foreign document in it'],
  [/<(?:[\w-]+:)?iframe/i, 'it has a foreign document in it'],
  [/<(?:[\w-]+:)?object/i, 'it has a foreign document in it'],
  [/<(?:[\w-]+:)?embed/i, 'it has a foreign document in it'],
  [/[\s"'/]on[a-z]+\s*=/i, 'it has an event handler in it'],
  [/@import/i, 'it loads a style sheet'],
]
/** Where a drawing refers to something: only its own parts and embedded images are allowed. */
const REFERENCE = /(?:href|src)\s*=|url\(/gi
/** Characters of a target that show whether it is within the drawing. */
const TARGET_LENGTH = 60
const WITHIN = /^(?:#|data:image\/(?:png|jpeg|gif|webp);base64,)/

/**
 * Validates the logo that a company file names.
 * @returns a message for the operator; undefined for a valid logo
 * @param file path of the company file
 * @param logo path of the logo, from the folder of that file
 */
export function logoFault(file: string, logo: string): string | undefined {
  if (isAbsolute(logo) || /^\.\.(\/|$)/.test(normalize(logo)))
    return `${logo} must be a path within the folder of the file`
  const kind = extname(logo).toLowerCase()
  if (kind !== '.svg' && kind !== '.png') return `${logo} must be an SVG or PNG file, and be named so`
  const content = readLogo(resolve(file, '..', logo))
  if (typeof content === 'string') return content.replace('%', logo)
  const fault = kind === '.png' ? pngFault(content) : svgFault(content)
  return fault && `${logo} is refused: ${fault}`
}

/**
 * A valid logo as an address that contains it, for drawings.
 * @param path absolute
 * @throws {Error} when it can no longer be read
 */
export function logoImage(path: string): string {
  const type = extname(path).toLowerCase() === '.png' ? 'image/png' : 'image/svg+xml'
  return `data:${type};base64,${readSmallFile(path, MOST_BYTES).toString('base64')}`
}

function readLogo(path: string): Buffer | string {
  try {
    return readSmallFile(path, MOST_BYTES)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'There is no file % beside it' : `% cannot be read: ${message}`
  }
}

function pngFault(content: Buffer): string | undefined {
  if (!content.subarray(0, PNG_HEAD.length).equals(PNG_HEAD) || content.length < 33) return 'it is no PNG image'
  const sides = [content.readUInt32BE(16), content.readUInt32BE(20)]
  const isUsable = sides.every((side) => side > 0 && side <= MOST_PIXELS)
  return isUsable ? undefined : `it is ${sides.join(' x ')} pixels large, and may have ${MOST_PIXELS} along a side`
}

function svgFault(content: Buffer): string | undefined {
  const text = decode(content)
  if (text === undefined || !/<(?:[\w-]+:)?svg[\s>]/.test(text)) return 'it is no SVG drawing in UTF-8'
  const refused = REFUSED_IN_SVG.find(([pattern]) => pattern.test(text))
  if (refused) return refused[1]
  const references = [...text.matchAll(REFERENCE)].map((found) => targetAt(text, found.index + found[0].length))
  const outside = references.find((target) => !WITHIN.test(target))
  if (outside !== undefined) return `it refers to something outside itself (${JSON.stringify(outside)})`
  const uses = text.match(/<(?:[\w-]+:)?use[\s/>]/gi)?.length ?? 0
  return uses > MOST_USES ? `it has more than ${MOST_USES} <use> elements` : undefined
}

/** The text behind `href=` or `url(`, without its quotation mark. */
function targetAt(text: string, start: number): string {
  const rest = text.slice(start, start + TARGET_LENGTH).trimStart()
  const target = rest.startsWith('"') || rest.startsWith("'") ? rest.slice(1) : rest
  return target
    .trimStart()
    .split(/["'>)]/, 1)
    .join()
}

function decode(content: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
