import { Download } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Application } from '../../../../../contract/applications/application.ts'
import { isSessionOver, useExpireSession } from '../../../../session/end-session.ts'
import { Button } from '../../../../ui/button.tsx'
import { formatFileSize } from '../../../../ui/form/file-size.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useStoredSwitch } from '../../../../ui/use-stored-switch.ts'
import { describeDownloadFailure } from '../../details/use-resume-download.ts'
import { ExtractedText } from './extracted-text.tsx'
import { PdfView } from './pdf-view.tsx'
import { isDrawable, prepareAhead, resumeKey } from './prepared-resumes.ts'
import { TextSwitch, TOOL, Zoom } from './resume-tools.tsx'
import { useInnerWidth } from './use-inner-width.ts'
import { type PdfState, usePreparedPdf } from './use-prepared-pdf.ts'

type ResumePanelProps = {
  application: Application
  /** Prepared while this one is read. */
  next: Application | undefined
  search: string
  isDownloading: boolean
  onDownload: () => void
}

/** The resume of an application at full height: the pages of a PDF, or the text of any file. */
export function ResumePanel({ application, next, search, isDownloading, onDownload }: ResumePanelProps) {
  const [zoom, setZoom] = useState(1)
  const [prefersText, setPrefersText] = useStoredSwitch('review-text', false)
  const [column, columnWidth] = useInnerWidth<HTMLElement>()
  const state = usePreparedPdf(application)
  const expire = useExpireSession()
  useEffect(() => {
    if (state.error && isSessionOver(state.error)) expire()
  }, [state.error, expire])
  const width = Math.floor(columnWidth * zoom)
  usePreparedNext(next, width, !isDrawable(application) || state.pdf !== undefined)
  const canDraw = isDrawable(application) && state.pdf?.document !== null
  const showsText = prefersText || !canDraw
  const { resume } = application

  // biome-ignore lint/correctness/useExhaustiveDependencies: another resume is read from its top.
  useEffect(() => {
    column.current?.scrollTo({ top: 0, behavior: 'instant' })
  }, [column, application.id])

  return (
    <section aria-label="Resume" className="review-resume">
      <header className="review-bar">
        <p className="resume-name">
          <span dir="auto" title={resume?.fileName}>
            {resume?.fileName ?? 'Resume'}
          </span>
          {resume && <span className="font-mono text-ink-muted">{formatFileSize(resume.size)}</span>}
        </p>
        {resume && resume.scan !== 'infected' && (
          <>
            {!showsText && <Zoom zoom={zoom} onChange={setZoom} />}
            {canDraw ? (
              <TextSwitch showsText={showsText} onChange={setPrefersText} />
            ) : (
              <span className="ml-auto text-ink-muted text-sm">Text</span>
            )}
            <Button
              tone="quiet"
              className={TOOL}
              isBusy={isDownloading}
              aria-label="Download Resume"
              onClick={onDownload}
            >
              {!isDownloading && <Download aria-hidden="true" className="size-4" />}
            </Button>
          </>
        )}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long content must scroll by keyboard too. */}
      <section ref={column} tabIndex={0} aria-label="Content of the resume" className="review-scroll review-paper">
        <Content key={resumeKey(application)} {...{ application, state, search, width, showsText, onDownload }} />
      </section>
    </section>
  )
}

type ContentProps = {
  application: Application
  state: PdfState
  showsText: boolean
  search: string
  width: number
  onDownload: () => void
}

function Content({ application, state, showsText, search, width, onDownload }: ContentProps): ReactNode {
  const { resume } = application
  if (!resume) return <Line words="No resume was sent." />
  if (resume.scan === 'infected') {
    return <Line words="A virus was found in this file, so it cannot be opened or downloaded." isAlarming />
  }
  const text = <ExtractedText application={application} search={search} onDownload={onDownload} />
  const scanned = resume.scan === 'not-scanned' && (
    <p className="mb-3 text-ink-muted text-sm">Not scanned for viruses</p>
  )
  if (state.error) {
    return (
      <div role="alert" className="resume-sheet grid justify-items-start gap-3">
        <p>The resume could not be loaded: {describeDownloadFailure(state.error)}.</p>
        <Button tone="secondary" onClick={state.retry}>
          Try again
        </Button>
      </div>
    )
  }
  if (showsText) {
    return (
      <>
        {scanned}
        {state.pdf?.document === null && (
          <p role="status" className="mb-3 border-signal-amber border-l-4 pl-3 text-sm">
            {state.pdf.isLocked ? 'This PDF is protected by a password' : 'This PDF is damaged'}, so its pages cannot be
            drawn. You can read its text here, if it has any, or download it.
          </p>
        )}
        {text}
      </>
    )
  }
  if (!state.pdf?.document) return <Skeleton className="aspect-[1/1.414] w-full" />
  return (
    <>
      {scanned}
      <PdfView document={state.pdf.document} width={width} search={search} />
    </>
  )
}

function Line({ words, isAlarming = false }: { words: string; isAlarming?: boolean }) {
  return (
    <p className={isAlarming ? 'border-signal-red border-l-4 pl-3 font-semibold text-signal-red' : 'text-ink-muted'}>
      {words}
    </p>
  )
}

/** Prepares the next resume once the shown one is there: it must not wait for the other. */
function usePreparedNext(next: Application | undefined, width: number, isReady: boolean): void {
  const key = next && isDrawable(next) ? resumeKey(next) : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the file; other fields do not matter.
  useEffect(() => {
    if (key !== null && isReady && next) prepareAhead(next, width)
  }, [key, width, isReady])
}
