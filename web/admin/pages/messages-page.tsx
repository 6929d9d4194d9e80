import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import {
  MESSAGE_TAB,
  MESSAGE_TABS,
  type MessageAction,
  type MessageTab,
  usualStateOf,
} from '../../../contract/messages/message-states.ts'
import type { Message } from '../../../contract/messages/messages.ts'
import { MESSAGES } from '../../../contract/policies/messages-policy.ts'
import { LoadFailureBoundary } from '../../layout/load-failure-boundary.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { useMay } from '../../session/use-may.ts'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { useKeepFocus } from '../../ui/focus/keep-focus.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { formatCount } from '../../ui/text/format-count.ts'
import { AdminPage, adminPage } from '../frame/admin-page.tsx'
import { PagedList } from '../frame/paged-list.tsx'
import { MailNotice } from '../messages/mail-notice.tsx'
import { MessageItem } from '../messages/message-item.tsx'
import { describeDrafts } from '../messages/message-item-texts.ts'
import { mailStatusQuery, messageCountsQuery, messagesQuery } from '../messages/messages-api.ts'
import { useMessageActions } from '../messages/use-message-actions.ts'

/** The first of them that has something is opened first. */
const FIRST_TABS = ['draft', 'problems', ...MESSAGE_TABS] as const satisfies MessageTab[]

const Editing = lazyPart(async () => (await import('../messages/writing/edit-message-dialog.tsx')).EditMessageDialog)

/** Messages to applicants. */
export const page = adminPage(Body)

function Body({ title }: { title: string }) {
  return (
    <AdminPage title={title} note="What applicants are told, and whether it has reached them.">
      <MailNotice consequence="nothing is sent. Messages are kept here, to copy or to open in your mail program." />
      <Messages />
    </AdminPage>
  )
}

function Messages() {
  const { token } = useAuth()
  const [chosen, setTab] = useState<MessageTab | null>(null)
  const tab = chosen ?? FIRST_TABS[0]
  const query = useInfiniteQuery(messagesQuery(token, tab))
  const counts = query.data?.pages[0]?.counts
  // Chosen once: a tab that becomes empty stays open.
  if (counts && !chosen) setTab(FIRST_TABS.find((each) => counts[each]) ?? tab)
  const items = MESSAGE_TABS.map((value) => ({ value, label: MESSAGE_TAB[value].label, count: counts?.[value] }))
  return (
    <Tabs label="Messages" items={items} value={tab} onChange={setTab} beside={null}>
      <PagedList query={query} what="messages">
        {(pages) => <MessageItems tab={tab} messages={pages.flatMap(({ messages }) => messages)} />}
      </PagedList>
    </Tabs>
  )
}

function MessageItems({ tab, messages }: { tab: MessageTab; messages: Message[] }) {
  const acting = useMessageActions()
  const { token } = useAuth()
  const mail = useQuery(mailStatusQuery(token))
  const [edited, setEdited] = useState<Message | null>(null)
  const sendsMail = mail.data?.isConfigured !== false
  const [newest] = messages
  const may = useMay()
  // Also of those on later pages, and of those alone that the person may send.
  const drafts = useQuery(messageCountsQuery(token)).data?.drafts ?? 0
  if (!newest) return <p className="mt-3 rounded-md border border-line bg-panel p-5">{MESSAGE_TAB[tab].empty}</p>
  const note = describeDrafts(messages, sendsMail)
  const hasAll = tab === 'draft' && drafts > 1
  const act = (action: MessageAction, which: { ids: number[] } | { draftsUpTo: number }) =>
    acting.mutate({ action, ...which })
  return (
    <>
      {note && <p className="mt-3 max-w-3xl text-ink-muted text-sm">{note}</p>}
      {hasAll && sendsMail && (
        <ForAll isBusy={acting.isPending} onClick={() => act('send', { draftsUpTo: newest.id })}>
          Send all {formatCount(drafts)}
        </ForAll>
      )}
      <ul className="mt-3 rounded-md border border-line bg-panel">
        {messages.map((message) => (
          <MessageItem
            key={message.id}
            message={message}
            showsState={message.state !== usualStateOf(tab)}
            canAct={may(MESSAGES.write, message.jobId)}
            isBusy={acting.isPending}
            isOutage={Boolean(mail.data?.outage)}
            sendsMail={sendsMail}
            onAct={(action) => act(action, { ids: [message.id] })}
            onEdit={() => setEdited(message)}
          />
        ))}
      </ul>
      {hasAll && (
        <ForAll tone="quiet" isUnavailable={acting.isPending} onClick={() => act('cancel', { draftsUpTo: newest.id })}>
          Discard all {formatCount(drafts)}
        </ForAll>
      )}
      {edited && (
        <LoadFailureBoundary>
          <Suspense>
            <Editing.View message={edited} onClose={() => setEdited(null)} />
          </Suspense>
        </LoadFailureBoundary>
      )}
    </>
  )
}

/** Acts on every draft of the server that was written before the page was read; what discards them stands behind them. */
function ForAll(props: ButtonProps) {
  const line = useKeepFocus<HTMLDivElement>()
  return (
    <div ref={line} className="mt-3 flex">
      <Button {...props} />
    </div>
  )
}
