import { Link } from 'wouter'
import type { PageData } from '../../../contract/site/page-data.ts'
import { PAGE } from '../../../contract/wire/paths.ts'
import type { PageHead } from '../../layout/page.ts'
import { documentTitle, useDocumentTitle } from '../../layout/use-document-title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { BrokenLineDrawing } from '../drawings/broken-line-drawing.tsx'

const TITLE = '404 Page Not Found'

/** No search engine lists a page that is not there. */
export function head({ company }: PageData): PageHead {
  return { title: documentTitle(TITLE, company.name), description: TITLE, isIndexed: false }
}

/** Shown for every address without a page (`spec.md` section 2). */
export function Page() {
  useDocumentTitle(TITLE)
  return (
    <div className="wrap grid justify-items-start gap-6 pt-10 md:pt-16">
      <BrokenLineDrawing />
      <h1 className="text-3xl">{TITLE}</h1>
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
