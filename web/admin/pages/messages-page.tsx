import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { MESSAGE_TAB, MESSAGE_TABS, type MessageTab, usualStateOf } from '../../../contract/messages/message-states.ts'
import type { Message } from '../../../contract/messages/messages.ts'
import { MESSAGES } from '../../../contract/policies/messages-policy.ts'
import { LoadFailureBoundary } from '../../layout/load-failure-boundary.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { useMay } from '../../session/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { useKeepFocus } from '../../ui/focus/keep-focus.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { formatCount } from '../../ui/text/format-count.ts'
import { AdminPage, adminPage } from '../frame/admin-page.tsx'
import { PagedList } from '../frame/paged-list.tsx'
import { MailNotice } from '../messages/mail-notice.tsx'
import { MessageItem } from '../messages/message-item.tsx'
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
  return (
    <>
      {newest && tab === 'draft' && drafts > 1 && (
        <ActOnAll
          count={drafts}
          isBusy={acting.isPending}
          sendsMail={sendsMail}
          onAct={(action) => acting.mutate({ action, draftsUpTo: newest.id })}
        />
      )}
      {newest ? (
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
              onAct={(action) => acting.mutate({ action, ids: [message.id] })}
              onEdit={() => setEdited(message)}
            />
          ))}
        </ul>
      ) : (
        <p className="mt-3 rounded-md border border-line bg-panel p-5">{MESSAGE_TAB[tab].empty}</p>
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

type ActOnAllProps = {
  count: number
  isBusy: boolean
  sendsMail: boolean
  onAct: (action: 'send' | 'cancel') => void
}

/** Acts on every draft of the server that was written before the page was read. */
function ActOnAll({ count, isBusy, sendsMail, onAct }: ActOnAllProps) {
  const buttons = useKeepFocus<HTMLDivElement>()
  return (
    <div ref={buttons} className="mt-3 flex flex-wrap gap-2">
      {sendsMail && (
        <Button isBusy={isBusy} onClick={() => onAct('send')}>
          Send all {formatCount(count)}
        </Button>
      )}
      <Button tone="quiet" isUnavailable={isBusy} onClick={() => onAct('cancel')}>
        Discard all {formatCount(count)}
      </Button>
    </div>
  )
}
