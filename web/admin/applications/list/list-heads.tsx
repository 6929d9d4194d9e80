import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { LATE, QUARANTINE, REPLIED, UNANSWERED } from '../../../../contract/search/list-filter.ts'
import { PAGE } from '../../../../contract/wire/paths.ts'
import type { ListView } from '../list-view.ts'

type HeadProps = { tools: ReactNode }

/** The heads of the lists that have no tabs above them, with the tools of the list. */
export const LIST_HEADS: Partial<Record<ListView['tab'], (props: HeadProps) => ReactNode>> = {
  [QUARANTINE]: (props) => (
    <ListHead {...props} title="Quarantine">
      These were probably sent by bots: they filled in a field that says “Leave this empty” and that most browsers hide.
      There may be a person among them. No other list or count includes them. To release one, choose Not Spam in its
      menu.
    </ListHead>
  ),
  [UNANSWERED]: (props) => (
    <ListHead {...props} title="Decided, not answered">
      Hired, rejected or archived, and no message about it was sent. Send one, or choose Mark as Answered in the menu of
      the row.
    </ListHead>
  ),
  [LATE]: (props) => (
    <ListHead {...props} title="Waiting longer than promised">
      Pending or in review, and the day on which they were to be answered is over. A decision, or the archive, takes
      them out of this list.
    </ListHead>
  ),
  [REPLIED]: (props) => (
    <ListHead {...props} title="Replied, not answered">
      A reply has come by mail, and no one has answered it. A message to the applicant, or Needs no answer beside the
      reply, takes them out of this list.
    </ListHead>
  ),
}

/** What a list has, in place of the tabs, with the way back to them. */
function ListHead({ title, tools, children }: HeadProps & { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 border-line border-b md:px-4 md:pt-1 md:pb-2 max-md:[&>*]:basis-full">
      <h3 className="text-base max-md:px-3 max-md:pt-2">{title}</h3>
      <Link href={PAGE.adminDashboard} className="inline-flex min-h-11 items-center text-sm max-md:order-1 max-md:px-3">
        Back to all applications
      </Link>
      {tools}
      <div className="basis-full text-ink-muted text-sm max-md:px-3">
        <p className="measure">{children}</p>
      </div>
    </div>
  )
}
