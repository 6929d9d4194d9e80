import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded, StaleNotice } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { openWhenLoaded } from '../../ui/toast/open-when-loaded.ts'
import { AdminPage, adminPage } from '../frame/admin-page.tsx'
import { WebhookTable } from '../webhooks/webhook-table.tsx'
import { webhooksQuery } from '../webhooks/webhooks-api.ts'

/** What other systems and chats are told. */
export const page = adminPage(Body)

const NewWebhookDialog = lazyPart(async () => (await import('../webhooks/webhook-dialog.tsx')).NewWebhookDialog)

function Body({ title }: { title: string }) {
  const { token } = useAuth()
  const query = useQuery(webhooksQuery(token))
  const [isOpen, setOpen] = useState(false)
  return (
    <AdminPage
      title={title}
      note="Other programs, Slack and Teams are told at once what happens here."
      actions={
        <Button onClick={() => openWhenLoaded('The form', NewWebhookDialog.preload, () => setOpen(true))}>
          New webhook
        </Button>
      }
    >
      <Loaded
        query={query}
        loading={<TableSkeleton words="Loading webhooks..." />}
        failure="The webhooks could not be loaded."
      >
        {({ webhooks }) => (
          <div className="grid grid-cols-1 gap-4">
            <StaleNotice queries={[query]} />
            {webhooks.length > 0 ? (
              <WebhookTable webhooks={webhooks} />
            ) : (
              <p className="measure rounded-md border border-line bg-panel p-5">
                There is none. Make one for each system that is to be told.
              </p>
            )}
          </div>
        )}
      </Loaded>
      {isOpen && <NewWebhookDialog.View onClose={() => setOpen(false)} />}
    </AdminPage>
  )
}
