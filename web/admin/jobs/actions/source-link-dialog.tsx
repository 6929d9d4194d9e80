import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Insights } from '../../../../contract/applications/insights.ts'
import type { Job } from '../../../../contract/jobs/job.ts'
import { isOpenJob } from '../../../../contract/jobs/job-statuses.ts'
import { readSource, withSource } from '../../../../contract/jobs/link-source.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { LONGEST_SOURCE } from '../../../../contract/wire/limits.ts'
import { PAGE, pathTo } from '../../../../contract/wire/paths.ts'
import { jsonRequest } from '../../../api/json-request.ts'
import { usePageData } from '../../../layout/page-data-context.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { TextField } from '../../../ui/form/field.tsx'
import './source-link-dialog.css'

/** Offered until there are others. */
const USUAL_SOURCES = ['linkedin', 'indeed', 'newsletter', 'referral', 'university', 'fair']

/** Sources that are offered at once. */
const MOST_OFFERED = 10

/** A year: a board that is paid again was perhaps last used then. In weeks. */
const PERIOD = '52'

/** Makes the link to a posting that says where it was found, and copies it. */
export function SourceLinkDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const { publicUrl } = usePageData()
  const { token } = useAuth()
  const { data: seen = [] } = useQuery(seenSourcesQuery(token))
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState('')
  const link = useRef<HTMLParagraphElement>(null)

  const source = readSource(typed.trim().replaceAll(/\s+/g, '-'))
  const isRefused = typed.trim() !== '' && source === null
  const page = publicUrl + pathTo(PAGE.job, job.id)
  const address = source === null ? page : withSource(page, source)
  const offered = [...new Set([...seen, ...USUAL_SOURCES])].slice(0, MOST_OFFERED)
  const choose = (next: string) => {
    setTyped(next)
    setSaid('')
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setSaid('Copied. Paste it where you announce the position.')
    } catch {
      // Denied, or a page without HTTPS.
      if (link.current) window.getSelection()?.selectAllChildren(link.current)
      setSaid('Your browser did not allow that. The link is selected: copy it by hand.')
    }
  }
  return (
    <Dialog
      isSmall
      title="Link to"
      subject={job.title}
      description="Insights counts applications, interviews and hires by the source in the link. Without one they count as direct or unknown."
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            Close
          </Button>
          <Button isUnavailable={isRefused} onClick={copy}>
            Copy link
          </Button>
        </>
      }
    >
      <form
        aria-label="Source of the link"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isRefused) void copy()
        }}
      >
        <TextField
          label="Source"
          isStandalone
          autoComplete="off"
          autoCapitalize="none"
          maxLength={LONGEST_SOURCE}
          value={typed}
          error={isRefused ? 'Use the letters a to z, digits, “.”, “_” and “-”' : undefined}
          onChange={({ target }) => choose(target.value)}
        />
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Sources to choose from</legend>
          {offered.map((one) => (
            <button
              key={one}
              type="button"
              className="source-choice"
              aria-pressed={one === source}
              onClick={() => choose(one === source ? '' : one)}
            >
              {one}
            </button>
          ))}
        </fieldset>
        <p ref={link} className="source-link">
          {address}
        </p>
        {!(isOpenJob(job) && job.isActive) && (
          <p className="text-ink-muted text-sm">
            Visitors do not see this posting now. The link works once it is active.
          </p>
        )}
        <p role="status" className="min-h-6 text-sm">
          {said}
        </p>
      </form>
    </Dialog>
  )
}

/** The sources of a year's applications, the most frequent first. */
function seenSourcesQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.insights, token, 'sources'] as const,
    queryFn: async ({ signal }) => {
      const { sources } = await jsonRequest<Insights>('GET', `${ADMIN_API.insights}?period=${PERIOD}`, {
        token,
        signal,
      })
      return sources.named.flatMap(({ source }) => source ?? [])
    },
  })
}
