import { memo, Suspense } from 'react'
import { ANCHOR, PAGE } from '../../../contract/wire/paths.ts'
import { LoadFailureBoundary } from '../../layout/load-failure-boundary.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { ApplicationSectionForm } from './application-section-form.ts'
import { Static } from './static-section.tsx'
import { ApplicationInvitation } from './static-sections.ts'

/**
 * General application, for no posting in particular. Memoized: a changed prop would make React drop the server's
 * markup.
 */
export const ApplicationSection = memo(function ApplicationSection() {
  return (
    <section
      id={ANCHOR.applicationForm}
      aria-labelledby="application-title"
      className="wrap grid scroll-mt-[80px] gap-5 md:gap-6 lg:grid-cols-12"
    >
      <div className="lg:col-span-5">
        <Static part={ApplicationInvitation} />
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
