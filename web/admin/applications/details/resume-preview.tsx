import { useMutation } from '@tanstack/react-query'
import { SquareArrowOutUpRight } from 'lucide-react'
import { useId } from 'react'
import type { Application } from '../../../../contract/applications/application.ts'
import { isShownAsPages } from '../../../../contract/applications/resume-kinds.ts'
import { Button } from '../../../ui/button.tsx'
import { formatFileSize } from '../../../ui/form/file-size.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { fetchResume } from '../../api/application-api.ts'
import { openPreviewTab, type PreviewTab, previewAddress } from './preview-tab.ts'
import { shouldRetryDownload, tokenOrRaise, useDownloadFailure } from './use-resume-download.ts'

type ResumePreviewProps = { application: Application; onDownload: (application: Application) => void }

/** The resume of an application; a PDF can be previewed in a new tab. */
export function ResumePreview({ application, onDownload }: ResumePreviewProps) {
  const { resume } = application
  const preview = usePreview(application)
  const hint = useId()
  if (!resume) return <p className="text-ink-muted">No resume was sent.</p>
  const isPdf = isShownAsPages(resume.mediaType)
  const isInfected = resume.scan === 'infected'
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="wrap-anywhere min-w-0">
          {resume.fileName}{' '}
          <span className="whitespace-nowrap font-mono text-ink-muted text-sm">{formatFileSize(resume.size)}</span>
        </p>
        {isPdf && !isInfected && (
          <Button
            tone="quiet"
            className="-ml-2"
            aria-describedby={hint}
            isBusy={preview.isLoading}
            onClick={preview.open}
          >
            {!preview.isLoading && <SquareArrowOutUpRight aria-hidden="true" className="size-4" />}
            Preview
          </Button>
        )}
      </div>
      {resume.scan === 'not-scanned' && <p className="text-ink-muted text-sm">Not scanned for viruses</p>}
      {isInfected ? (
        <p className="border-signal-red border-l-4 pl-4 font-semibold text-signal-red">
          A virus was found in this file, so it cannot be opened or downloaded.
        </p>
      ) : (
        <p id={hint} className="text-ink-muted text-sm">
          {isPdf
            ? 'The preview opens in a new tab. If it stays blank, '
            : 'Only PDF files can be previewed. To read this file, '}
          <button
            type="button"
            className="cursor-pointer text-accent underline hover:decoration-2"
            onClick={() => onDownload(application)}
          >
            download it
          </button>
          .
        </p>
      )}
    </div>
  )
}

/**
 * Fetches the file and shows it in a new tab, so that its links cannot navigate this one.
 * @param version an earlier one; the current one without it
 */
export function usePreview(application: Application, version?: number) {
  const showFailure = useDownloadFailure()
  const load = useMutation({
    mutationFn: (_tab: PreviewTab) => fetchResume(application, tokenOrRaise(), { version }),
    retry: shouldRetryDownload,
    onSuccess: (download, tab) => tab.show(previewAddress(download)),
    onError: (error, tab) => {
      tab.close()
      showFailure(error)
    },
  })
  const open = () => {
    const tab = openPreviewTab(`Resume of ${application.name}`)
    if (tab) load.mutate(tab)
    else
      toast({
        title: 'Preview failed',
        description: 'Your browser blocked the new tab. Allow pop-ups for this site and try again.',
        tone: 'error',
      })
  }
  return { isLoading: load.isPending, open }
}
