import { memo, Suspense } from 'react'
import { Link } from 'wouter'
import { ANCHOR, PAGE } from '../../../contract/paths.ts'
import { LoadFailureBoundary } from '../../layout/load-failure-boundary.tsx'
import { usePageData } from '../../layout/page-data-context.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ApplicationSectionForm } from './application-section-form.ts'
import { HiringTimeline } from './hiring-timeline.tsx'

/**
 * General application, for no posting in particular. Memoized: a changed prop would make React drop the server's
 * markup.
 */
export const ApplicationSection = memo(function ApplicationSection() {
  const { company } = usePageData()
  return (
    <section
      id={ANCHOR.applicationForm}
      aria-labelledby="application-title"
      className="wrap grid scroll-mt-[80px] gap-6 lg:grid-cols-12"
    >
      <div className="lg:col-span-5">
        <h2 id="application-title" className="text-2xl">
          Apply without a posting
        </h2>
        <p className="measure mt-4">
          Nothing above quite fits, but you would still like to work with us? Send your resume, and use the note to tell
          us what you are good at and where you want to go.
        </p>
        <HiringTimeline />
        {company.landing.hasLostApplications && <LostApplications />}
      </div>
      <div className="rounded-md border border-line bg-panel p-4 noscript:self-start md:p-8 lg:col-span-7">
        <noscript>
          <a href={PAGE.apply} className={buttonClass()}>
            Open the application form
          </a>
        </noscript>
        <div className="noscript:hidden">
          <LoadFailureBoundary>
            <Suspense fallback={<div className="h-[38rem]" />}>
              <ApplicationSectionForm.View />
            </Suspense>
          </LoadFailureBoundary>
        </div>
      </div>
    </section>
  )
})

function LostApplications() {
  return (
    <p className="measure mt-5 md:mt-8">
      Applied before June 13, 2025? Your application may be one of those that were lost.{' '}
      <Link href={PAGE.recovery}>Send it again</Link>
    </p>
  )
}
