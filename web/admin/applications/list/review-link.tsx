import { Link } from 'wouter'
import { PAGE, pathTo } from '../../../../contract/wire/paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { formatCount } from '../../../ui/text/format-count.ts'
import type { ApplicationPage } from '../application-list-api.ts'
import { type ListView, writeListView } from '../list-view.ts'

/** What the link takes; the page is undefined while it loads. */
export type ReviewLinkProps = { page: ApplicationPage | undefined; view: ListView }

const SIZE = 'min-w-27 shrink-0 whitespace-nowrap px-3! dense:min-w-24'

/** Opens the review page at the first row, with the number of applications in the list. */
export function ReviewLink({ page, view }: ReviewLinkProps) {
  const first = page?.applications[0]
  if (!page || !first) {
    return (
      <Button isUnavailable className={SIZE}>
        Review
      </Button>
    )
  }
  return (
    <Link href={pathTo(PAGE.review, first.id) + writeListView(view)} className={buttonClass('primary', SIZE)}>
      Review {formatCount(page.total)}
      {page.hasMore && '+'}
    </Link>
  )
}
