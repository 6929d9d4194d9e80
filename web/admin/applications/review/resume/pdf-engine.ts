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
    standardFontDataUrl: import.meta.env.BASE_URL + STANDARD_FONTS,
    maxImageSize: MAX_IMAGE_PIXELS,
  })
  const timer = setTimeout(() => own.destroy(), MAX_PARSE_MS)
  const stopped = new Promise<never>((_, reject) => setTimeout(reject, MAX_PARSE_MS + 1, new Error('Too slow')))
  try {
    return await Promise.race([task.promise, stopped])
  } finally {
    clearTimeout(timer)
    stopped.catch(() => undefined)
  }
}

/** A scan of a page in 600 dpi has 35 million pixels. */
const MAX_IMAGE_PIXELS = 64_000_000

/** Folder of the fonts that a PDF need not embed; `vite.config.ts` puts them there. */
const STANDARD_FONTS = 'assets/standard-fonts/'
