import { useInfiniteQuery } from '@tanstack/react-query'
import type { Webhook, WebhookDelivery } from '../../../contract/webhooks/webhooks.ts'
import { useAuth } from '../../session/use-auth.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { formatDayAndTime } from '../../ui/text/date-formats.ts'
import { PagedList } from '../frame/paged-list.tsx'
import { ACTS, deliveriesQuery, useWebhookAct } from './webhooks-api.ts'

const LOG_DAYS_MS = 30 * 24 * 60 * 60_000

/** What a webhook has sent in the last 30 days, and sending it again. */
export function DeliveryLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { token } = useAuth()
  const query = useInfiniteQuery(deliveriesQuery(token, webhook.id))
  const act = useWebhookAct()
  const since = () => new Date(Date.now() - LOG_DAYS_MS).toISOString()
  return (
    <Dialog
      title="Deliveries of"
      subject={webhook.name}
      description="Of the last 30 days, newest first. What fails is tried again for three days, later each time."
      onClose={onClose}
      footer={
        <>
          {webhook.failed > 0 && (
            <Button
              tone="secondary"
              isBusy={act.isPending}
              onClick={() => act.mutate(ACTS.replayAll(webhook.id, since()))}
            >
              Replay all that failed
            </Button>
          )}
          <Button tone="secondary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <PagedList query={query} what="deliveries">
        {(pages) => (
          <Deliveries
            deliveries={pages.flatMap(({ deliveries }) => deliveries)}
            onReplay={({ id }) => act.mutate(ACTS.replay(id))}
          />
        )}
      </PagedList>
    </Dialog>
  )
}

type DeliveriesProps = {
  deliveries: readonly WebhookDelivery[]
  onReplay: (delivery: WebhookDelivery) => void
}

function Deliveries({ deliveries, onReplay }: DeliveriesProps) {
  if (deliveries.length === 0) return <p className="text-ink-muted">Nothing was sent yet.</p>
  return (
    <ul className="grid divide-y divide-line">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
          <div className="min-w-0">
            <p className="wrap-anywhere flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-mono">{delivery.event}</span>
              <Badge tone={TONES[delivery.state]}>{delivery.state}</Badge>
            </p>
            <p className="wrap-anywhere text-ink-muted text-sm">
              {formatDayAndTime(delivery.createdAt)} · {describeAttempts(delivery)}
            </p>
            {delivery.answer && (
              <p className="wrap-anywhere mt-1 whitespace-pre-wrap font-mono text-sm">{delivery.answer}</p>
            )}
          </div>
          <Button tone="quiet" aria-label={`Replay ${delivery.event}`} onClick={() => onReplay(delivery)}>
            Replay
          </Button>
        </li>
      ))}
    </ul>
  )
}

const TONES = { waiting: 'amber', delivered: 'green', failed: 'red' } as const

function describeAttempts({ attempts, status, milliseconds, nextAttemptAt, state }: WebhookDelivery): string {
  const answer = status === null ? 'no response' : `${status} in ${milliseconds} ms`
  const next = state === 'waiting' && nextAttemptAt !== null ? `, next ${formatDayAndTime(nextAttemptAt)}` : ''
  if (attempts === 0) return 'not sent yet'
  return `${answer}, ${attempts === 1 ? 'one attempt' : `${attempts} attempts`}${next}`
}
