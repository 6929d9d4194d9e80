import { Link } from 'wouter'
import { PAGE } from '../../../contract/wire/paths.ts'
import { sitePage } from '../../layout/site-page.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { BrokenLineDrawing } from '../drawings/broken-line-drawing.tsx'

/** Heading of the page. */
export const PAGE_NOT_FOUND = '404 Page Not Found'

/** Shown for every address without a page. */
export const page = sitePage({ title: PAGE_NOT_FOUND, Body: NotFound })

/** Says that there is no page (`spec.md` section 2). */
export function NotFound() {
  return (
    <div className="wrap grid justify-items-start gap-6 pt-10 md:pt-16">
      <BrokenLineDrawing />
      <h1 className="text-3xl">{PAGE_NOT_FOUND}</h1>
      <p className="measure">
        This site has no page at this address. It may have been mistyped, or the page has moved.
      </p>
      <Link href={PAGE.landing} className={buttonClass()}>
        Back to Home
      </Link>
      {/* `spec.md` section 2 asks for it; it helps only whoever builds the site. */}
      <p className="measure text-ink-muted text-sm">
        If you build this site: Did you forget to add the page to the router?
      </p>
    </div>
  )
}
