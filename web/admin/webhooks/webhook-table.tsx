import { useState } from 'react'
import type { MadeWebhook, Webhook } from '../../../contract/webhooks/webhooks.ts'
import { WEBHOOK_FORMATS } from '../../../contract/webhooks/webhooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
import { formatDayAndTime } from '../../ui/text/date-formats.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { EditWebhookDialog, SecretDialog } from './webhook-dialog.tsx'
import { ACTS, useWebhookAct } from './webhooks-api.ts'

const COLUMNS = ['Name', 'Told', 'State', 'Actions']

type Opened =
  | { kind: 'log' | 'edit' | 'delete' | 'renew'; id: number }
  | { kind: 'secret'; made: MadeWebhook & { secret: string } }

/** Webhooks with what can be done with each; cards on a phone. */
export function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  const [opened, setOpened] = useState<Opened>()
  const act = useWebhookAct()
  const close = () => setOpened(undefined)
  const webhook = opened && 'id' in opened ? webhooks.find(({ id }) => id === opened.id) : undefined
  return (
    <>
      <table className="data-table" aria-label="Webhooks">
        <TableHead columns={COLUMNS} />
        <tbody>
          {webhooks.map((each) => (
            <WebhookRow
              key={each.id}
              webhook={each}
              onOpen={(kind) => setOpened({ kind, id: each.id })}
              onTest={() => act.mutate(ACTS.test(each.id))}
              onSwitch={(isEnabled) => act.mutate(ACTS.enable(each.id, isEnabled))}
            />
          ))}
        </tbody>
      </table>
      {opened?.kind === 'secret' && <SecretDialog made={opened.made} onClose={close} />}
      {webhook && opened?.kind === 'log' && <DeliveryLog webhook={webhook} onClose={close} />}
      {webhook && opened?.kind === 'edit' && <EditWebhookDialog webhook={webhook} onClose={close} />}
      {webhook && opened?.kind === 'renew' && (
        <ConfirmDialog
          title="Make a new secret?"
          question="For a day everything is signed with both, so that the receiver can change over. Afterwards the old one is worth nothing."
          action="Make new secret"
          onConfirm={() =>
            act.mutate(
              ACTS.renewSecret(webhook.id, (made) =>
                setOpened({ kind: 'secret', made: { ...made, secret: made.secret ?? '' } }),
              ),
            )
          }
          onClose={close}
        />
      )}
      {webhook && opened?.kind === 'delete' && (
        <ConfirmDialog
          title="Delete this webhook?"
          question={`${webhook.name} is told nothing any more, and the log of its deliveries goes too.`}
          action="Delete"
          onConfirm={() => act.mutate(ACTS.remove(webhook.id))}
          onClose={close}
        />
      )}
    </>
  )
}

const STATES = {
  enabled: 'Enabled',
  disabled: 'Disabled',
  failing: 'Disabled after three days of failures',
  gone: 'Disabled: its receiver is gone',
  restored: 'Disabled by a restored backup',
} as const

type WebhookRowProps = {
  webhook: Webhook
  onOpen: (kind: 'log' | 'edit' | 'delete' | 'renew') => void
  onTest: () => void
  onSwitch: (isEnabled: boolean) => void
}

function WebhookRow({ webhook, onOpen, onTest, onSwitch }: WebhookRowProps) {
  const { name, address, format, state, failingSince, waiting, failed, oldSecretUntil } = webhook
  const isEnabled = state === 'enabled'
  const button = (words: string, onClick: () => void) => (
    <Button tone="quiet" aria-label={`${words}: ${name}`} onClick={onClick}>
      {words}
    </Button>
  )
  return (
    <tr>
      <th scope="row" data-label="Name" className="wrap-anywhere font-semibold md:min-w-40">
        <bdi>{name}</bdi>
        <span className="block font-normal text-ink-muted text-sm">{WEBHOOK_FORMATS[format]}</span>
      </th>
      <td data-label="Told" className="wrap-anywhere font-mono text-sm">
        {address}
      </td>
      <td data-label="State">
        <span>
          <Badge tone={isEnabled ? (failingSince === null ? 'green' : 'amber') : 'red'}>{STATES[state]}</Badge>
          <span className="block text-ink-muted text-sm">
            {[
              ...(isEnabled && failingSince !== null ? [`failing since ${formatDayAndTime(failingSince)}`] : []),
              ...(waiting > 0 ? [`${waiting} waiting`] : []),
              ...(failed > 0 ? [`${failed} failed`] : []),
              ...(isSoon(oldSecretUntil) ? [`two secrets until ${formatDayAndTime(oldSecretUntil ?? '')}`] : []),
            ].join(', ')}
          </span>
        </span>
      </td>
      <td data-label="Actions">
        <div className="-ml-3 flex flex-wrap">
          {button('Deliveries', () => onOpen('log'))}
          {isEnabled && button('Send test', onTest)}
          {button('Change', () => onOpen('edit'))}
          {format === 'standard' && button('New secret', () => onOpen('renew'))}
          {button(isEnabled ? 'Disable' : 'Enable', () => onSwitch(!isEnabled))}
          {button('Delete', () => onOpen('delete'))}
        </div>
      </td>
    </tr>
  )
}

function isSoon(until: string | null): boolean {
  return until !== null && Date.parse(until) > Date.now()
}
