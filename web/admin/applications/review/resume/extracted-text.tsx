import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useRef } from 'react'
import type { Application } from '../../../../../contract/applications/application.ts'
import type { ResumeText } from '../../../../../contract/applications/resume-text.ts'
import { RESUME_SECTION_TITLES } from '../../../../../contract/applications/written-resume.ts'
import { ADMIN_API } from '../../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../../contract/wire/paths.ts'
import { jsonRequest } from '../../../../api/json-request.ts'
import { retryAfterFailure } from '../../../../api/retry-after-failure.ts'
import { Loaded } from '../../../../layout/loaded.tsx'
import { useAuth } from '../../../../session/use-auth.ts'
import { Button } from '../../../../ui/button.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useMarkedWords } from './use-marked-words.ts'

const PENDING_MS = 2_000

/** The text that was taken from a resume. Asked for again while the server is still at it. */
export function resumeTextQuery(token: string | null, { id, resume }: Application) {
  const address = pathTo(ADMIN_API.resumeText, id)
  return queryOptions({
    queryKey: [address, resume?.version, token] as const,
    queryFn: ({ signal }) => jsonRequest<ResumeText>('GET', address, { token, signal }),
    refetchOnReconnect: retryAfterFailure.refetchOnReconnect,
    refetchInterval: (query) =>
      query.state.data?.state === 'pending' ? PENDING_MS : retryAfterFailure.refetchInterval(query),
  })
}

/** Why a resume has no text, in words for the page. */
export const WITHOUT_TEXT: Record<Exclude<ResumeText['state'], 'extracted'>, string> = {
  pending: 'The text of this resume is being read. It appears here in a moment.',
  empty: 'This resume has no text: it is a scan.',
  failed: 'The text of this resume cannot be read: the file is damaged, protected or too large.',
  unsupported: 'The text of this file cannot be read: it is protected by a password, or of an unknown kind.',
}

type ExtractedTextProps = { application: Application; search: string; onDownload: () => void }

/** The resume as plain text, with the searched words marked. */
export function ExtractedText({ application, search, onDownload }: ExtractedTextProps) {
  const { token } = useAuth()
  const query = useQuery(resumeTextQuery(token, application))
  const text = useRef<HTMLDivElement>(null)
  useMarkedWords(text, search, query.data)
  return (
    <Loaded
      query={query}
      loading={<Skeleton className="h-64 w-full" />}
      failure="The text of this resume could not be loaded."
    >
      {(resume) =>
        resume.state === 'extracted' ? (
          <div className="resume-sheet">
            <ResumeWords ref={text} text={resume.text} />
            {resume.isTruncated && (
              <p className="mt-4 text-ink-muted text-sm">The text is longer. Download the resume to read all of it.</p>
            )}
          </div>
        ) : (
          <NoText words={WITHOUT_TEXT[resume.state]} onDownload={onDownload} />
        )
      }
    </Loaded>
  )
}

/** The words of a resume under their headings. */
export function ResumeWords({ text, ref }: { text: string; ref?: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} className="wrap-anywhere whitespace-pre-wrap [unicode-bidi:plaintext]">
      {withHeadings(text)}
    </div>
  )
}

/** A line that is a heading in most resumes: a few words in capitals. */
const IN_CAPITALS = /^[\p{Lu}\p{M} &/:’'-]{4,60}$/u

const TITLES: ReadonlySet<string> = new Set(Object.values(RESUME_SECTION_TITLES))

/** A text with its headings set apart: those of the form, and lines in capitals. */
function withHeadings(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let lines: string[] = []
  for (const line of text.split('\n')) {
    if (TITLES.has(line) || IN_CAPITALS.test(line)) {
      parts.push(lines.join('\n'), <strong key={parts.length}>{line}</strong>)
      lines = []
    } else lines.push(line)
  }
  return [...parts, lines.join('\n')]
}

function NoText({ words, onDownload }: { words: string; onDownload: () => void }) {
  return (
    <div role="status" className="resume-sheet grid justify-items-start gap-3">
      <p>{words}</p>
      <Button tone="secondary" onClick={onDownload}>
        Download Resume
      </Button>
    </div>
  )
}
