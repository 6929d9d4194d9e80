import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useAuth } from '../../session/use-auth.ts'
import { useDisclosure } from '../../ui/focus/use-disclosure.ts'
import { NoticeList } from './notice-list.tsx'
import { noticesQuery } from './notices-api.ts'
import './notices.css'

/** More are not counted out in the bar. */
const MOST_SHOWN = 99

/** The bell of the bar: how many notices are unread, and their list. @param props.onSettings opens what reaches one */
export function NoticeBell({ onSettings }: { onSettings: () => void }) {
  const { token } = useAuth()
  const { data } = useQuery({ ...noticesQuery(token), enabled: token !== null })
  const { isOpen, toggle, close, area, button } = useDisclosure()
  const listId = useId()
  const unread = data?.unread ?? 0
  return (
    <div ref={area} className="notice-area">
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-label={`Notices, ${unread === 0 ? 'none' : unread} unread`}
        className="notice-bell"
        onClick={toggle}
      >
        <Bell aria-hidden="true" className="size-5" />
        {unread > 0 && (
          <span aria-hidden="true" className="notice-count">
            {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          </span>
        )}
      </button>
      <News unread={data?.unread} />
      {isOpen && (
        <NoticeList
          id={listId}
          onClose={close}
          onSettings={() => {
            // The dialog returns the focus to the bell, which stays.
            button.current?.focus()
            close()
            onSettings()
          }}
        />
      )}
    </div>
  )
}

/** Tells a screen reader of notices that come while the page is shown. */
function News({ unread }: { unread: number | undefined }) {
  const [words, setWords] = useState('')
  const before = useRef(unread)
  useEffect(() => {
    const added = unread === undefined || before.current === undefined ? 0 : unread - before.current
    before.current = unread
    if (added > 0) setWords(added === 1 ? 'A new notice' : `${added} new notices`)
    if (added < 0) setWords('')
  }, [unread])
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  )
}
