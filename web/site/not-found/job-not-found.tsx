import { Link } from 'wouter'
import { ANCHOR, PAGE } from '../../../contract/wire/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { BrokenLineDrawing } from '../drawings/broken-line-drawing.tsx'

/** Heading of the page for a missing posting. */
export const NOT_FOUND_TITLE = 'Job Not Found'

/** Shown for an unknown, closed or unreadable posting (`spec.md` section 2). */
export function JobNotFound() {
  return (
    <div className="wrap grid justify-items-start gap-6 pt-10 md:pt-16">
      <BrokenLineDrawing />
      <h1 className="text-3xl">{NOT_FOUND_TITLE}</h1>
      <p className="measure">The job posting you're looking for doesn't exist or has been removed.</p>
      <div className="flex flex-wrap gap-3">
        <Link href={PAGE.landing} className={buttonClass()}>
          Back to Home
        </Link>
        <a href={`${PAGE.landing}#${ANCHOR.careers}`} className={buttonClass('quiet')}>
          See open positions
        </a>
      </div>
    </div>
  )
}
