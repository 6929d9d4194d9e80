import { useQuery } from '@tanstack/react-query'
import { Download, SquareArrowOutUpRight } from 'lucide-react'
import type { Application, EarlierResume } from '../../../../contract/applications/application.ts'
import { isShownAsPages } from '../../../../contract/applications/resume-kinds.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { Button } from '../../../ui/button.tsx'
import { formatFileSize } from '../../../ui/form/file-size.ts'
import { formatDayAndTime } from '../../../ui/text/date-formats.ts'
import { earlierResumesQuery } from '../../api/application-api.ts'
import { usePreview } from './resume-preview.tsx'
import { useResumeDownload } from './use-resume-download.ts'

/** The resumes that the applicant has replaced, newest first; nothing when there is none. */
export function EarlierResumes({ application }: { application: Application }) {
  const { token } = useAuth()
  const { data = [], isError } = useQuery(earlierResumesQuery(token, application))
  if (data.length === 0 && !isError) return null
  return (
    <section aria-labelledby="earlier-resumes">
      <h3 id="earlier-resumes" className="mb-2 text-base">
        Earlier versions of the resume
      </h3>
      {isError ? (
        <p role="alert">The earlier versions could not be loaded.</p>
      ) : (
        <ul className="grid list-none p-0">
          {data.map((resume) => (
            <EarlierVersion key={resume.version} application={application} resume={resume} />
          ))}
        </ul>
      )}
    </section>
  )
}

function EarlierVersion({ application, resume }: { application: Application; resume: EarlierResume }) {
  const { version, fileName, size, mediaType, scan, replacedAt } = resume
  const preview = usePreview(application, version)
  const download = useResumeDownload(version)
  const name = `version ${version}, ${fileName}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line border-t py-2 text-sm">
      <span className="wrap-anywhere min-w-0">
        {fileName} <span className="whitespace-nowrap font-mono text-ink-muted">{formatFileSize(size)}</span>
        <span className="block text-ink-muted">Replaced {formatDayAndTime(replacedAt)}</span>
      </span>
      {scan === 'infected' ? (
        <span className="font-semibold text-signal-red">A virus was found in it</span>
      ) : (
        <span className="flex gap-1">
          {isShownAsPages(mediaType) && (
            <Button tone="quiet" aria-label={`Open ${name}`} isBusy={preview.isLoading} onClick={preview.open}>
              {!preview.isLoading && <SquareArrowOutUpRight aria-hidden="true" className="size-4" />}
            </Button>
          )}
          <Button
            tone="quiet"
            aria-label={`Download ${name}`}
            isBusy={download.isPending}
            onClick={() => download.mutate(application)}
          >
            {!download.isPending && <Download aria-hidden="true" className="size-4" />}
          </Button>
        </span>
      )}
    </li>
  )
}
