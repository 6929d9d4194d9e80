import { useState } from 'react'
import type { ApiToken } from '../../../contract/accounts/api-tokens.ts'
import { TOKEN_SCOPES } from '../../../contract/accounts/token-scopes.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
import { formatDay, formatDayAndTime } from '../../ui/text/date-formats.ts'
import { useRevokeToken } from './api-tokens-api.ts'

const COLUMNS = ['Name', 'Whose', 'May', 'Expires', 'Last used', 'Actions']

/** API tokens, each with a button that revokes it; cards on a phone. */
export function ApiTokenTable({ tokens }: { tokens: readonly ApiToken[] }) {
  const [toRevoke, setToRevoke] = useState<ApiToken>()
  const revocation = useRevokeToken()
  return (
    <>
      <table className="data-table" aria-label="API tokens">
        <TableHead columns={COLUMNS} />
        <tbody>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setToRevoke(token)} />
          ))}
        </tbody>
      </table>
      {toRevoke && (
        <ConfirmDialog
          title="Revoke this token?"
          question={`The program that uses ${toRevoke.name} is refused from its next request on. That cannot be undone.`}
          action="Revoke"
          onConfirm={() => revocation.mutate(toRevoke)}
          onClose={() => setToRevoke(undefined)}
        />
      )}
    </>
  )
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { name, ending, person, isOwn, scopes, expiresAt, lastUsedAt, state } = token
  return (
    <tr className={state === 'active' ? undefined : 'text-ink-muted'}>
      <th scope="row" data-label="Name" className="wrap-anywhere font-semibold md:min-w-40">
        <bdi>{name}</bdi>
        <span className="block font-mono font-normal text-ink-muted">wh_…{ending}</span>
      </th>
      <td data-label="Whose" className="wrap-anywhere md:min-w-28">
        <span>
          <bdi>{person.name}</bdi>
          {isOwn && <span className="text-ink-muted"> (you)</span>}
        </span>
      </td>
      <td data-label="May">{scopes.map((scope) => TOKEN_SCOPES[scope].name).join(', ')}</td>
      <td data-label="Expires" className="md:whitespace-nowrap">
        <span>
          {formatDay(expiresAt)} {state !== 'active' && <Badge tone="red">{state}</Badge>}
        </span>
      </td>
      <td data-label="Last used" className="md:whitespace-nowrap">
        {lastUsedAt === null ? 'Never' : formatDayAndTime(lastUsedAt)}
      </td>
      <td data-label="Actions">
        <Button tone="quiet" className="-ml-2" aria-label={`Revoke ${name}`} onClick={onRevoke}>
          Revoke
        </Button>
      </td>
    </tr>
  )
}
