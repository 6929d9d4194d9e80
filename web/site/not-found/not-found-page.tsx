import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ANCHOR, PAGE } from '../../../contract/wire/paths.ts'
import { sitePage } from '../../layout/site-page.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { BrokenLineDrawing } from '../drawings/broken-line-drawing.tsx'

/** Heading of the page. */
export const PAGE_NOT_FOUND = '404 Page Not Found'

/** Heading of the page for a missing posting. */
export const JOB_NOT_FOUND = 'Job Not Found'

/** Shown for every address without a page. */
export const page = sitePage({ title: PAGE_NOT_FOUND, Body: NotFound })

/** Says that there is no page. */
export function NotFound() {
  return (
    <Notice
      title={PAGE_NOT_FOUND}
      words="This site has no page at this address. It may have been mistyped, or the page has moved."
    >
      <Ways />
      {/* Specified. Closed, since a visitor can do nothing with it. */}
      <details aria-label="Note for builders" className="measure mt-6 text-ink-muted text-sm">
        <summary className="inline-flex min-h-11 w-fit cursor-pointer items-center">
          For those who build this site
        </summary>
        <p>Did you forget to add the page to the router?</p>
      </details>
    </Notice>
  )
}

/** Shown for an unknown, closed or unreadable posting. */
export function JobNotFound() {
  return (
    <Notice title={JOB_NOT_FOUND} words="The job posting you're looking for doesn't exist or has been removed.">
      <Ways />
    </Notice>
  )
}

function Notice({ title, words, children }: { title: string; words: string; children: ReactNode }) {
  return (
    <div className="wrap grid justify-items-start gap-6 pt-10 md:pt-16">
      <BrokenLineDrawing />
      <h1 className="text-3xl">{title}</h1>
      <p className="measure">{words}</p>
      {children}
    </div>
  )
}

function Ways() {
  return (
    <div className="flex flex-wrap gap-3">
      <Link href={PAGE.landing} className={buttonClass()}>
        Back to Home
      </Link>
      <a href={`${PAGE.landing}#${ANCHOR.careers}`} className={buttonClass('quiet')}>
        See open positions
      </a>
    </div>
  )
}
