import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { noticeAddress, noticeWords } from '../../../contract/team/notice-kinds.ts'
import type { Notice } from '../../../contract/team/notices.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { formatDayAndTime, formatShortDayAndTime } from '../../ui/text/date-formats.ts'
import { noticesQuery, useReadNotices } from './notices-api.ts'

type NoticeListProps = { id: string; onClose: () => void; onSettings: () => void }

/** One's notices under the bell, newest first. */
export function NoticeList({ id, onClose, onSettings }: NoticeListProps) {
  const { token } = useAuth()
  const { data } = useQuery(noticesQuery(token))
  const reading = useReadNotices()
  const newest = data?.notices[0]
  const titleId = `${id}-title`
  return (
    <section id={id} aria-labelledby={titleId} className="notice-list">
      <header className="flex flex-wrap items-center justify-between gap-x-4 border-line border-b px-4 py-1">
        <h2 id={titleId} className="text-base">
          Notices
        </h2>
        {newest && data.unread > 0 && (
          <Button
            tone="quiet"
            className="-mr-2 text-sm!"
            isBusy={reading.isPending}
            onClick={() => reading.mutate({ id: newest.id, andEarlier: true })}
          >
            Mark all as read
          </Button>
        )}
      </header>
      <div className="notice-scroll">
        <Page onOpen={onClose} />
      </div>
      <footer className="border-line border-t px-4 py-1">
        <Button tone="quiet" className="-ml-2 text-sm!" onClick={onSettings}>
          Choose your notices
        </Button>
      </footer>
    </section>
  )
}

/** A page of the list, and the earlier ones once they are asked for. */
function Page({ before, onOpen }: { before?: number; onOpen: () => void }) {
  const { token } = useAuth()
  const [showsEarlier, setShowsEarlier] = useState(false)
  const query = useQuery(noticesQuery(token, before))
  return (
    <Loaded query={query} isInCard loading={<Loading />} failure="Your notices could not be loaded.">
      {({ notices, hasEarlier }) => {
        const last = notices.at(-1)
        if (!last) return before === undefined ? <Nothing /> : null
        return (
          <>
            <ul className="list-none p-0">
              {notices.map((notice) => (
                <Line key={notice.id} notice={notice} onOpen={onOpen} />
              ))}
            </ul>
            {showsEarlier && <Page before={last.id} onOpen={onOpen} />}
            {hasEarlier && !showsEarlier && (
              <Button tone="quiet" className="mx-2 my-1 text-sm!" onClick={() => setShowsEarlier(true)}>
                Show earlier notices
              </Button>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

/** Who did what to which applicant, and when; leads there. */
function Line({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const { id, by, application, count, at, isRead } = notice
  const reading = useReadNotices()
  return (
    <li>
      <Link
        href={noticeAddress(notice)}
        className="notice-line"
        data-unread={isRead ? undefined : true}
        onClick={() => {
          if (!isRead) reading.mutate({ id, andEarlier: false })
          onOpen()
        }}
      >
        <span className="wrap-anywhere">
          {!isRead && <span className="sr-only">Unread: </span>}
          {by !== null && <bdi className="notice-by">{by}</bdi>} {noticeWords(notice)}
        </span>
        <time dateTime={at} title={formatDayAndTime(at)} className="text-ink-muted text-sm">
          {formatShortDayAndTime(at)}
        </time>
        <span className="wrap-anywhere col-span-full text-ink-muted text-sm">
          <bdi>{application.name}</bdi>
          {count === 1 ? <Posting name={application.job} /> : ` and ${count - 1} more`}
        </span>
      </Link>
    </li>
  )
}

function Posting({ name }: { name: string | null }) {
  return name === null ? null : <bdi> · {name}</bdi>
}

function Loading() {
  return (
    <p role="status" className="p-4 text-ink-muted">
      Loading notices...
    </p>
  )
}

function Nothing() {
  return (
    <p className="measure p-4 text-ink-muted">
      Nothing yet. You read here when a colleague mentions you in a comment, answers what you asked, or assigns you an
      application, and when a scorecard of yours is missing.
    </p>
  )
}
