import { Link } from 'wouter'
import { PAGE, pathTo } from '../../../../contract/paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { formatCount } from '../../../ui/text/format-count.ts'
import type { ApplicationPage } from '../application-list-api.ts'
import { type ListView, writeListView } from '../list-view.ts'

/** What the link takes; the page is undefined while it loads. */
export type ReviewLinkProps = { page: ApplicationPage | undefined; view: ListView }

/** Opens the review page at the first row, with the number of applications in the list; nothing for an empty list. */
export function ReviewLink({ page, view }: ReviewLinkProps) {
  const first = page?.applications[0]
  if (!page || !first) return null
  return (
    <Link
      href={pathTo(PAGE.review, first.id) + writeListView(view)}
      className={buttonClass('primary', 'shrink-0 whitespace-nowrap dense:px-3')}
    >
      Review {formatCount(page.total)}
      {page.hasMore && '+'}
    </Link>
  )
}
