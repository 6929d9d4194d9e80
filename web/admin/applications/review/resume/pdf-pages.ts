import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { loadPdfEngine } from './pdf-engine.ts'

/** One drawn page: an element with the picture and, over it, the text that can be selected. */
type DrawnPage = {
  element: HTMLElement
  width: number
  /** Height over width. */
  ratio: number
  /** Whether the page has any text; rejected when the page cannot be drawn. */
  done: Promise<boolean>
}

/** More pixels than this in one canvas are refused by some browsers. */
const MAX_CANVAS_PIXELS = 16_000_000

const drawn = new WeakMap<PDFDocumentProxy, Map<number, Promise<DrawnPage>>>()

/**
 * Draws a page, or returns it as drawn before at this width.
 * @param number from 1
 * @param width in CSS pixels
 */
export function drawPage(document: PDFDocumentProxy, number: number, width: number): Promise<DrawnPage> {
  const pages = drawn.get(document) ?? new Map<number, Promise<DrawnPage>>()
  drawn.set(document, pages)
  const page = latestOf(pages.get(number), width) ?? draw(document, number, width)
  pages.set(number, page)
  widths.set(page, width)
  return page
}

/** Forgets a page that is far from view: a canvas takes several megabytes. */
export function forgetPage(document: PDFDocumentProxy, number: number): void {
  drawn.get(document)?.delete(number)
}

const widths = new WeakMap<Promise<DrawnPage>, number>()

function latestOf(page: Promise<DrawnPage> | undefined, width: number): Promise<DrawnPage> | undefined {
  return page && widths.get(page) === width ? page : undefined
}

async function draw(file: PDFDocumentProxy, number: number, width: number): Promise<DrawnPage> {
  const page = await file.getPage(number)
  const size = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: width / size.width })
  const ratio = size.height / size.width
  const element = document.createElement('div')
  element.className = 'pdf-sheet'
  element.style.setProperty('--total-scale-factor', String(viewport.scale))
  const canvas = element.appendChild(document.createElement('canvas'))
  canvas.className = 'pdf-picture'
  const sharpness = Math.min(
    window.devicePixelRatio || 1,
    Math.sqrt(MAX_CANVAS_PIXELS / (viewport.width * viewport.height)),
  )
  canvas.width = Math.floor(viewport.width * sharpness)
  canvas.height = Math.floor(viewport.height * sharpness)
  const picture = page.render({ canvas, viewport, transform: [sharpness, 0, 0, sharpness, 0, 0] }).promise
  const text = writeText(page, element, viewport)
  const done = Promise.all([picture, text]).then(([, hasText]) => hasText)
  done.catch(() => undefined)
  return { element, width, ratio, done }
}

/** Lays the page's text over its picture, invisible, so that it can be selected and read out. */
async function writeText(
  page: PDFPageProxy,
  element: HTMLElement,
  viewport: ReturnType<PDFPageProxy['getViewport']>,
): Promise<boolean> {
  const { TextLayer } = await loadPdfEngine()
  const container = element.appendChild(document.createElement('div'))
  container.className = 'pdf-text'
  const content = await page.getTextContent()
  const layer = new TextLayer({ textContentSource: content, container, viewport })
  await layer.render()
  return layer.textContentItemsStr.some((text) => text.trim() !== '')
}
