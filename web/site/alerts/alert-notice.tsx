import type { ReactNode } from 'react'
import { ANCHOR, PAGE } from '../../../contract/wire/paths.ts'
import { BackToJobs } from '../../layout/back-to-jobs.tsx'
import { buttonClass } from '../../ui/button.tsx'

/** What the pages about one job alert have in common: a heading, what it says, and the way back. */
export function AlertNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="wrap grid justify-items-start gap-6 pt-6 md:pt-10">
      <BackToJobs className="-mb-2" />
      <h1 id={ANCHOR.result} tabIndex={-1} className="scroll-mt-40 text-3xl text-balance outline-none">
        {title}
      </h1>
      {children}
    </div>
  )
}

/** Leads to the open positions. */
export function SeePositions() {
  return (
    <a href={`${PAGE.landing}#${ANCHOR.careers}`} className={buttonClass('secondary')}>
      See open positions
    </a>
  )
}
