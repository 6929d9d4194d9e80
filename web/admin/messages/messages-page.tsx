import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { MESSAGE_TABS, type Message, type MessageTab } from '../../../contract/messages.ts'
import type { PageData } from '../../../contract/page-data.ts'
import { PAGE } from '../../../contract/paths.ts'
import { readStateOf } from '../../api/retry-after-failure.ts'
import { LoadFailure, StaleNotice } from '../../layout/load-failure.tsx'
import type { PageHead } from '../../layout/page.ts'
import { documentTitle, useDocumentTitle } from '../../layout/use-document-title.ts'
import { useSessionWatch } from '../../session/end-session.ts'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AdminPage } from '../layout/admin-page.tsx'
import { AdminGuard } from '../login/admin-guard.tsx'
import { MessageItem } from './message-item.tsx'
import { TABS } from './message-texts.ts'
import { mailStatusQuery, messagesQuery } from './messages-api.ts'
import { useMessageActions } from './use-message-actions.ts'

const TITLE = 'Messages'
const TAB_NAMES = Object.keys(MESSAGE_TABS) as MessageTab[]

/** The first of them that has something is opened first. */
const FIRST_TABS = ['draft', 'problems', 'waiting', 'sent', 'cancelled'] as const satisfies MessageTab[]

/** The admin area is not indexed. */
export function head({ company }: PageData): PageHead {
  return { title: documentTitle(TITLE, company.name), description: TITLE, isIndexed: false }
}

/** Messages to applicants, behind the guard. */
export function Page() {
  useDocumentTitle(TITLE)
  return (
    <AdminGuard>
      <AdminPage title={TITLE} note="What applicants are told, and whether it has reached them.">
        <MailNotice />
        <Messages />
      </AdminPage>
    </AdminGuard>
  )
}

/** Says so where no message can leave. */
function MailNotice() {
  const { token } = useAuth()
  const { data } = useQuery(mailStatusQuery(token))
  if (!data || data.isConfigured) return null
  return (
    <p role="status" className="measure mb-4 border-signal-amber border-l-4 pl-4">
      No mail server is configured, so nothing is sent. Messages are kept here, to copy or to open in your mail program.{' '}
      <Link href={PAGE.adminSettings}>Settings</Link>
    </p>
  )
}

function Messages() {
  const { token } = useAuth()
  const [chosen, setTab] = useState<MessageTab | null>(null)
  const tab = chosen ?? FIRST_TABS[0]
  const query = useInfiniteQuery(messagesQuery(token, tab))
  useSessionWatch(query.error)
  const counts = query.data?.pages[0]?.counts
  // Chosen once: a tab that becomes empty stays open.
  if (counts && !chosen) setTab(FIRST_TABS.find((each) => counts[each]) ?? tab)
  const items = TAB_NAMES.map((value) => ({ value, label: TABS[value].label, count: counts?.[value] }))
  const messages = query.data?.pages.flatMap((page) => page.messages)
  const state = readStateOf(query)
  return (
    <Tabs label="Messages" items={items} value={tab} onChange={setTab} beside={null}>
      {state === 'loading' && <TableSkeleton words="Loading messages..." />}
      {state === 'failed' && (
        <LoadFailure
          words="Messages could not be loaded."
          isTrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {messages && (
        <>
          <StaleNotice isShown={query.isError} />
          <MessageItems tab={tab} messages={messages} />
        </>
      )}
      {query.hasNextPage && (
        <Button
          tone="secondary"
          className="mt-4"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show older messages
        </Button>
      )}
    </Tabs>
  )
}

function MessageItems({ tab, messages }: { tab: MessageTab; messages: Message[] }) {
  const acting = useMessageActions()
  if (messages.length === 0) return <p className="rounded-md border border-line bg-panel p-5">{TABS[tab].empty}</p>
  return (
    <>
      {tab === 'draft' && messages.length > 1 && (
        <Button
          className="my-3"
          isBusy={acting.isPending}
          onClick={() => acting.mutate({ action: 'send', ids: messages.map(({ id }) => id) })}
        >
          Send all {messages.length}
        </Button>
      )}
      <ul className="rounded-md border border-line bg-panel">
        {messages.map((message) => (
          <MessageItem
            key={message.id}
            message={message}
            showsState={tab === 'sent' || tab === 'problems'}
            isBusy={acting.isPending}
            onAct={(action) => acting.mutate({ action, ids: [message.id] })}
          />
        ))}
      </ul>
    </>
  )
}
