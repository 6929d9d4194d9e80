import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { Application } from '../../../../../contract/applications/application.ts'
import { isShownAsPages } from '../../../../../contract/applications/resume-kinds.ts'
import { getAuthState, subscribeToAuth } from '../../../../api/auth-store.ts'
import { fetchResume, reportOpened } from '../../../api/application-api.ts'
import { tokenOrRaise } from '../../details/use-resume-download.ts'
import { openPdf, ParserStopped } from './pdf-engine.ts'
import { drawPage } from './pdf-pages.ts'

/** A fetched PDF that pdf.js can or cannot draw. */
export type PreparedPdf = { document: PDFDocumentProxy } | { document: null; isLocked: boolean }

/** The one before, the shown one, and the next one. */
const MAX_PREPARED = 3

const prepared = new Map<string, Promise<PreparedPdf>>()
const ready = new Map<string, PreparedPdf>()
/** Prefetched, and not shown yet. */
const unseen = new Set<string>()
let isWatching = false

/** Whether a resume is drawn page by page; every other kind is shown as text. */
export function isDrawable({ resume }: Pick<Application, 'resume'>): boolean {
  return resume !== null && isShownAsPages(resume.mediaType) && resume.scan !== 'infected'
}

/**
 * Fetches and parses the PDF of an application that is shown; the last three stay in memory until sign-out. Reports one
 * that was prefetched as opened.
 * @throws ApiError or TypeError when it cannot be fetched; the next call tries again
 */
export function openPreparedPdf(application: Application): Promise<PreparedPdf> {
  const pdf = preparePdf(application, { isPrefetch: false })
  const key = resumeKey(application)
  // The history has the prefetch in any case; a report that fails is sent when the resume is shown again.
  const report = () => reportOpened(application).catch(() => unseen.add(key))
  if (unseen.delete(key)) pdf.then(report, () => undefined)
  return pdf
}

function preparePdf(application: Application, { isPrefetch }: { isPrefetch: boolean }): Promise<PreparedPdf> {
  const key = resumeKey(application)
  if (isPrefetch && !prepared.has(key)) unseen.add(key)
  const pdf = prepared.get(key) ?? prepare(application, isPrefetch)
  prepared.delete(key)
  prepared.set(key, pdf)
  pdf.then(
    (done) => prepared.get(key) === pdf && ready.set(key, done),
    () => prepared.get(key) === pdf && drop([key]),
  )
  drop([...prepared.keys()].slice(0, -MAX_PREPARED))
  if (!isWatching) subscribeToAuth(forgetWhenSignedOut)
  isWatching = true
  return pdf
}

/** The PDF of an application, if it is ready to be drawn at once. */
export function readyPdf(application: Application): PreparedPdf | undefined {
  return ready.get(resumeKey(application))
}

/**
 * Prepares the PDF of the application that is probably opened next, down to its first drawn page. A failure shows when
 * it is opened.
 * @param width of a page in CSS pixels
 */
export async function prepareAhead(application: Application, width: number): Promise<void> {
  try {
    const { document } = await preparePdf(application, { isPrefetch: true })
    if (document && width > 0) await drawPage(document, 1, width)
  } catch {
    // The next call tries again.
  }
}

async function prepare(application: Application, isPrefetch: boolean): Promise<PreparedPdf> {
  const { file } = await fetchResume(application, tokenOrRaise(), { isPrefetch })
  const bytes = await file.arrayBuffer()
  try {
    return { document: await openPdf(bytes) }
  } catch (error) {
    if (error instanceof ParserStopped) drop([...prepared.keys()].filter((key) => key !== resumeKey(application)))
    return { document: null, isLocked: error instanceof Error && error.name === 'PasswordException' }
  }
}

/** Names a file: a resume that was replaced has another version. */
export function resumeKey({ id, resume }: Application): string {
  return [id, resume?.version].join(' ')
}

function forgetWhenSignedOut() {
  if (!getAuthState().token) drop([...prepared.keys()])
}

function drop(keys: string[]) {
  for (const key of keys) {
    prepared.get(key)?.then(
      ({ document }) => document?.loadingTask.destroy(),
      () => undefined,
    )
    prepared.delete(key)
    ready.delete(key)
    unseen.delete(key)
  }
}
