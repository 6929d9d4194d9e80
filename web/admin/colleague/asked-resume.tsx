import { useQuery } from '@tanstack/react-query'
import { RESUME_KINDS } from '../../../contract/applications/resume-kinds.ts'
import type { LinkedQuestion } from '../../../contract/team/colleague-questions.ts'
import { failureMessage } from '../../api/api-error.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { Button } from '../../ui/button.tsx'
import { formatFileSize } from '../../ui/form/file-size.ts'
import { saveFile } from '../../ui/save-file.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ResumeWords, WITHOUT_TEXT } from '../applications/review/resume/extracted-text.tsx'
import { openPdf } from '../applications/review/resume/pdf-engine.ts'
import { PdfView } from '../applications/review/resume/pdf-view.tsx'
import { useInnerWidth } from '../applications/review/resume/use-inner-width.ts'
import { askedTextQuery, fetchAskedResume } from './asked-api.ts'
import '../applications/review/resume/pdf-page.css'
import '../applications/review/resume/resume-panel.css'

type Resume = NonNullable<NonNullable<LinkedQuestion['asked']>['resume']>

/** The resume, read on the page: the pages of a PDF, and the text of any other file. */
export function AskedResume({ resume, token }: { resume: Resume | null; token: string }) {
  return (
    <section aria-labelledby="resume" className="grid grid-cols-1 gap-3">
      <h2 id="resume" className="text-lg">
        Resume
      </h2>
      {resume === null ? (
        <p className="text-ink-muted">No resume was sent.</p>
      ) : (
        <Content resume={resume} token={token} />
      )}
    </section>
  )
}

function Content({ resume, token }: { resume: Resume; token: string }) {
  const [column, width] = useInnerWidth<HTMLDivElement>()
  const isPages = RESUME_KINDS[resume.kind].shownAs === 'pages'
  const file = useQuery({
    queryKey: ['asked-resume', token],
    queryFn: async ({ signal }) => {
      const blob = await fetchAskedResume(token, signal)
      const document = isPages ? await openPdf(await blob.arrayBuffer()).catch(() => null) : null
      return { blob, document }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const download = file.data && (
    <Button tone="quiet" className="-ml-2 justify-self-start" onClick={() => saveFile(file.data.blob, resume.fileName)}>
      Download Resume ({formatFileSize(resume.size)})
    </Button>
  )
  return (
    <div ref={column} className="grid grid-cols-1 gap-3">
      {file.isError && <p role="alert">{failureMessage(file.error)}</p>}
      {file.data?.document && width > 0 && <PdfView document={file.data.document} width={width} search="" />}
      {file.data?.document === null && <Words token={token} />}
      {file.isPending && <Skeleton className="aspect-[1/1.414] w-full" />}
      {download}
    </div>
  )
}

function Words({ token }: { token: string }) {
  return (
    <Loaded
      query={useQuery(askedTextQuery(token))}
      loading={<Skeleton className="h-64 w-full" />}
      failure="The text of this resume could not be loaded."
    >
      {({ state, text, isTruncated }) =>
        state === 'extracted' ? (
          <div className="resume-sheet">
            <ResumeWords text={text} />
            {isTruncated && (
              <p className="mt-4 text-ink-muted text-sm">The text is longer. Download the resume to read all of it.</p>
            )}
          </div>
        ) : (
          <p role="status">{WITHOUT_TEXT[state]}</p>
        )
      }
    </Loaded>
  )
}
