import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Application } from '../../contract/application.ts'
import { RESUME_MEDIA_TYPES } from '../../contract/vocabulary.ts'
import { Button } from '../ui/button.tsx'
import { formatFileSize } from '../ui/file-size.ts'
import { fetchResume } from './application-api.ts'
import { shouldRetryDownload, tokenOrRaise, useDownloadFailure } from './use-resume-download.ts'

/** The resume that came with an application; a PDF can be looked at in place. */
export function ResumePreview({ application }: { application: Application }) {
  const { resume } = application
  const preview = usePreview(application)
  if (!resume) return <p className="text-ink-muted">No resume was sent.</p>
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="wrap-anywhere min-w-0">
          {resume.fileName}{' '}
          <span className="whitespace-nowrap font-mono text-ink-muted text-sm">{formatFileSize(resume.size)}</span>
        </p>
        {resume.mediaType === RESUME_MEDIA_TYPES.pdf && resume.scan !== 'infected' && !preview.address && (
          <Button tone="quiet" className="-ml-2" isBusy={preview.isLoading} onClick={preview.load}>
            <Eye aria-hidden="true" className="size-4" />
            Preview
          </Button>
        )}
      </div>
      {resume.scan === 'not-scanned' && <p className="text-ink-muted text-sm">Not scanned for viruses</p>}
      {resume.scan === 'infected' && (
        <p className="border-signal-red border-l-4 pl-4 font-semibold text-signal-red">
          A virus was found in this file, so it cannot be opened or downloaded.
        </p>
      )}
      {preview.address && (
        <iframe
          ref={bringIntoView}
          src={`${preview.address}#navpanes=0&view=FitH`}
          title={`Resume of ${application.name}`}
          className="h-[70dvh] w-full rounded-md border border-line"
        />
      )}
    </div>
  )
}

/**
 * Fetches the file for the frame. It is given the type PDF whatever the answer says, so that the frame can only ever show
 * the browser's own viewer, which no frame with a `sandbox` attribute opens: see docs/decisions/0015.
 */
function usePreview(application: Application) {
  const [address, setAddress] = useState<string | null>(null)
  const tellFailure = useDownloadFailure()
  const load = useMutation({
    mutationFn: () => fetchResume(application, tokenOrRaise()),
    retry: shouldRetryDownload,
    onSuccess: ({ file }) => setAddress(URL.createObjectURL(new Blob([file], { type: RESUME_MEDIA_TYPES.pdf }))),
    onError: tellFailure,
  })
  useEffect(() => {
    if (address) return () => URL.revokeObjectURL(address)
  }, [address])
  return { address, isLoading: load.isPending, load: () => load.mutate() }
}

function bringIntoView(frame: HTMLElement | null) {
  frame?.scrollIntoView({ block: 'nearest' })
}
