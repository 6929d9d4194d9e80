import { ANCHOR, PAGE } from '../../../contract/paths.ts'
import { usePageData } from '../../layout/page-data-context.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyTankDrawing } from '../drawings/empty-tank-drawing.tsx'

/** What a list without positions takes. */
export type NoPositionsProps = {
  /** Whether there are positions that the filters leave out. */
  isFiltered: boolean
  onClear: () => void
}

/** Says that the list is empty, and what to do next (`spec.md` section 2). */
export function NoPositions({ isFiltered, onClear }: NoPositionsProps) {
  const { offersAlerts } = usePageData()
  return (
    <div className="grid items-center gap-6 border-line border-y py-6 sm:grid-cols-[13rem_minmax(0,1fr)] md:py-8">
      <EmptyTankDrawing />
      {isFiltered ? (
        <div>
          <h3 className="text-lg">No position fits</h3>
          <p className="measure mt-2">
            Nothing that is open now matches all of your choices. Take one of them back, or{' '}
            <a href={`#${ANCHOR.applicationForm}`}>apply without a posting</a> and tell us what you are good at.
            {offersAlerts && (
              <>
                {' '}
                Or <a href={PAGE.jobAlerts}>have new positions mailed to you</a>.
              </>
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
        </p>
      )}
    </div>
  )
}
