import { memo, type ReactNode, Suspense, useEffect } from 'react'
import { ANCHOR, PAGE } from '../../../contract/wire/paths.ts'
import { LoadFailureBoundary } from '../../layout/load-failure-boundary.tsx'
import { usePageData } from '../../layout/page-data-context.ts'
import { sitePage } from '../../layout/site-page.tsx'
import { buttonClass } from '../../ui/button.tsx'
import type { LazyPart } from '../../ui/lazy-part.tsx'
import { ApplicationSectionForm } from './application-section-form.ts'
import { Careers } from './careers.tsx'
import { moveInSight } from './move-in-sight.ts'
import { About, ApplicationInvitation, Benefits, Contact, Hero, Technology } from './static-sections.ts'

export { preloadSections } from './static-sections.ts'

/** The landing page, as one story along one process line: who we are, where you would fit in, how we work, apply. */
export const page = sitePage({
  title: ({ company }) => company.landing.title,
  head: ({ company }) => ({ description: company.landing.description, isIndexed: true, hasFeeds: true }),
  Body: Story,
})

function Story() {
  useEffect(moveInSight, [])
  return (
    <>
      <Banner />
      {/* Elsewhere the footer keeps a wider distance. */}
      <div className="max-md:-mb-6">
        <Stage>
          <Static part={Hero} />
        </Stage>
        <Stage>
          <Careers />
        </Stage>
        <Stage>
          <Static part={About} />
          <Static part={Benefits} />
        </Stage>
        <Stage>
          <Static part={Technology} />
        </Stage>
        <Stage>
          <ApplicationSection />
        </Stage>
        <Stage>
          <span className="process-end" />
          <Static part={Contact} />
        </Stage>
      </div>
    </>
  )
}

/** Shows a section of `static-sections.ts`. Memoized: a changed prop would make React drop the server's markup. */
const Static = memo(function Static({ part: { View } }: { part: LazyPart<object> }) {
  return (
    <Suspense>
      <View />
    </Suspense>
  )
})

/** A section beside its part of the process line (`landing.css`). */
function Stage({ children }: { children: ReactNode }) {
  return <div className="process-stage">{children}</div>
}

/** The strip under the header that says what this site is. */
function Banner() {
  const { banner } = usePageData().company.landing
  return (
    <div className="border-line border-b bg-panel">
      {/* Two lines on every phone: if the letters decided, the page would move once they have come. */}
      <div className="wrap flex items-baseline gap-x-4 gap-y-1 py-2 max-sm:flex-col md:py-3">
        <p className="font-semibold">{banner.title}</p>
        <p className="text-ink-muted">
          {banner.subtitle}
          <span className="max-sm:hidden">{banner.wideSubtitle}</span>
        </p>
      </div>
    </div>
  )
}

/**
 * General application, for no posting in particular. Memoized: a changed prop would make React drop the server's
 * markup.
 */
const ApplicationSection = memo(function ApplicationSection() {
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
