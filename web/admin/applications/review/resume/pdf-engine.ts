import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

type Engine = typeof import('pdfjs-dist')

/** Parsing a resume takes a fraction of a second; a file that takes this long is hostile. In milliseconds. */
const MAX_PARSE_MS = 20_000

let engine: Promise<Engine> | undefined
let worker: InstanceType<Engine['PDFWorker']> | undefined

/** Loads pdf.js, once; again only after a failure. */
export function loadPdfEngine(): Promise<Engine> {
  // The condition excludes pdf.js from the server bundle.
  if (import.meta.env.SSR) return Promise.reject(new Error('PDF files are drawn in the browser.'))
  engine ??= import('pdfjs-dist').then(
    (loaded) => {
      loaded.GlobalWorkerOptions.workerSrc = workerAddress
      return loaded
    },
    (error) => {
      engine = undefined
      throw error
    },
  )
  return engine
}

/**
 * Parses a PDF in the worker that all files share. No script of the file runs, and nothing is fetched from elsewhere.
 * @throws Error of pdf.js for a file that it cannot read, or when the parser is stopped because it takes too long
 */
export async function openPdf(bytes: ArrayBuffer) {
  const { getDocument, PDFWorker, VerbosityLevel } = await loadPdfEngine()
  const own = worker && !worker.destroyed ? worker : new PDFWorker()
  worker = own
  const task = getDocument({
    data: bytes,
    worker: own,
    verbosity: VerbosityLevel.ERRORS,
    // The content policy allows no WebAssembly.
    useWasm: false,
    enableXfa: false,
    useSystemFonts: false,
    BinaryDataFactory: StandardFonts,
    useWorkerFetch: false,
    maxImageSize: MAX_IMAGE_PIXELS,
  })
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    own.destroy()
    reject(new ParserStopped())
  }, MAX_PARSE_MS)
  try {
    return await Promise.race([task.promise, stopped])
  } finally {
    clearTimeout(timer)
  }
}

/** A file took too long: the worker was ended, and with it every document that it had parsed. */
export class ParserStopped extends Error {}

/** A scan of a page in 600 dpi has 35 million pixels. */
const MAX_IMAGE_PIXELS = 64_000_000

/** Addresses on this site of the fonts that a PDF need not embed, by their path in the package. */
const FONTS = import.meta.glob<string>('../../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** How pdf.js reads a file of its own: only fonts, and only from this site. */
class StandardFonts {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = Object.entries(FONTS).find(([path]) => path.endsWith(`/${filename}`))?.[1]
    if (address === undefined) throw new Error(`${filename} is not part of this site.`)
    const response = await fetch(address)
    if (!response.ok) throw new Error(`${filename} could not be loaded.`)
    return new Uint8Array(await response.arrayBuffer())
  }
}
