import type { ReactNode } from 'react'
import type { PageData } from '../../../contract/page-data.ts'
import type { PageHead } from '../../layout/page.ts'
import { documentTitle, useDocumentTitle } from '../../layout/use-document-title.ts'
import { About } from './about.tsx'
import { ApplicationSection } from './application-section.tsx'
import { Careers } from './careers.tsx'
import { Contact } from './contact.tsx'
import { Hero } from './hero.tsx'
import { Technology } from './technology.tsx'

const TITLE = 'Careers in SCADA, IIoT and edge computing'

/** Metadata of the landing page for search engines. */
export function head({ company }: PageData): PageHead {
  return {
    title: documentTitle(TITLE, company.name),
    description: `Open positions at ${company.name}: industrial SCADA, IIoT and edge-computing careers in oil and gas. Read a posting and apply with your resume in two minutes.`,
    isIndexed: true,
  }
}

/** The landing page, as one story along one process line: who we are, where you would fit in, how we work, apply. */
export function Page() {
  useDocumentTitle(TITLE)
  return (
    <>
      <Banner />
      <div>
        <Stage>
          <Hero />
        </Stage>
        <Stage>
          <Careers />
        </Stage>
        <Stage>
          <About />
        </Stage>
        <Stage>
          <Technology />
        </Stage>
        <Stage>
          <ApplicationSection />
        </Stage>
        <Stage>
          <Contact />
        </Stage>
      </div>
    </>
  )
}

/** A section beside its part of the process line (`landing.css`). */
function Stage({ children }: { children: ReactNode }) {
  return <div className="process-stage">{children}</div>
}

/** The strip under the header that says what this site is. */
function Banner() {
  return (
    <div className="border-line border-b bg-panel">
      {/* Two lines on every phone: if the letters decided, the page would move once they have come. */}
      <div className="wrap flex items-baseline gap-x-4 gap-y-1 py-2 max-sm:flex-col md:py-3">
        <p className="font-semibold">Jobs Board</p>
        <p className="text-ink-muted">
          Industrial IIoT career opportunities<span className="max-sm:hidden">, from the wellhead to the cloud</span>
        </p>
      </div>
    </div>
  )
}
