import type { PageData } from '../../../contract/page-data.ts'
import type { PageHead } from '../../layout/page.ts'
import { PipeDivider, type PipeDividerProps } from '../../layout/pipe-divider.tsx'
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

/** The landing page, as one story: who we are, what we build with, where you would fit in, apply. */
export function Page() {
  useDocumentTitle(TITLE)
  return (
    <>
      <Banner />
      <Hero />
      <Divider tag="PT-301" at={3} />
      <About />
      <Divider tag="FT-302" at={5} />
      <Technology />
      <Divider tag="LT-303" at={7} />
      <Careers />
      <Divider tag="TT-304" at={9} />
      <ApplicationSection />
      <Divider tag="PT-305" at={11} />
      <Contact />
    </>
  )
}

function Divider(props: PipeDividerProps) {
  return (
    <div className="wrap py-12 md:py-20">
      <PipeDivider {...props} />
    </div>
  )
}

/** The strip under the header that says what this site is. */
function Banner() {
  return (
    <div className="border-line border-b bg-panel">
      {/* Two lines on every phone: if the letters decided, the page would move once they have come. */}
      <div className="wrap flex items-baseline gap-x-4 gap-y-1 py-3 max-sm:flex-col">
        <p className="font-semibold">Jobs Board</p>
        <p className="text-ink-muted">
          Industrial IIoT career opportunities<span className="max-sm:hidden">, from the wellhead to the cloud</span>
        </p>
      </div>
    </div>
  )
}
