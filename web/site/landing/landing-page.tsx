import type { PageData } from '../../../contract/page-data.ts'
import type { PageHead } from '../../layout/page.ts'
import { PipeDivider, type PipeDividerProps } from '../../layout/pipe-divider.tsx'
import { documentTitle, useDocumentTitle } from '../../layout/use-document-title.ts'
import { About } from './about.tsx'
import { ApplicationSection } from './application-section.tsx'
import { Banner } from './banner.tsx'
import { Careers } from './careers.tsx'
import { Contact } from './contact.tsx'
import { Hero } from './hero.tsx'
import { Technology } from './technology.tsx'

const TITLE = 'Careers in SCADA, IIoT and edge computing'

/** What search engines are told about the landing page. */
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
