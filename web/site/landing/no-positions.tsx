import type { JobFilter } from '../../../contract/jobs/search/job-filter.ts'
import { ANCHOR, PAGE } from '../../../contract/wire/paths.ts'
import { usePageData } from '../../layout/page-data-context.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyTankDrawing } from '../drawings/empty-tank-drawing.tsx'
import { alertAddress } from './alert-address.ts'

type NoPositionsProps = {
  /** Whether there are positions that the filters leave out. */
  isFiltered: boolean
  filter: JobFilter
  onClear: () => void
}

const WITHOUT_POSTING = <a href={`#${ANCHOR.applicationForm}`}>apply without a posting</a>

/** Says that the list is empty, and what to do next. */
export function NoPositions({ isFiltered, filter, onClear }: NoPositionsProps) {
  const { sendsMail } = usePageData()
  const byMail = sendsMail && <a href={alertAddress(filter)}>get new positions by email</a>
  return (
    <div className="grid items-center gap-6 border-line border-y py-6 sm:grid-cols-[13rem_minmax(0,1fr)] md:py-8">
      <EmptyTankDrawing />
      {isFiltered ? (
        <div>
          <h3 className="text-lg">No position fits</h3>
          <p className="measure mt-2">
            No open position matches. Remove a filter,{' '}
            {byMail ? (
              <>
                {WITHOUT_POSTING}, or {byMail}.
              </>
            ) : (
              <>or {WITHOUT_POSTING}.</>
            )}
          </p>
          <a
            href={`${PAGE.landing}#${ANCHOR.careers}`}
            className={buttonClass('secondary', 'mt-4')}
            onClick={(event) => {
              event.preventDefault()
              onClear()
            }}
          >
            Show all positions
          </a>
        </div>
      ) : (
        <p className="measure">
          No active job postings at the moment. Please check back soon for new opportunities.{' '}
          <a href={`#${ANCHOR.applicationForm}`}>Send a general application</a>
          {byMail && <>, or {byMail}</>}.
        </p>
      )}
    </div>
  )
}
