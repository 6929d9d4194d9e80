import { useState } from 'react'
import type { Invitation } from '../../../contract/accounts/people.ts'
import { ROLE_NAMES } from '../../../contract/accounts/roles.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
import { AssignedPostings } from './assigned-postings.tsx'
import { useWithdrawal } from './people-api.ts'
import { describeEnd, describeMail } from './people-texts.ts'

const COLUMNS = ['Name', 'Role', 'Postings', 'Link', 'Invited by', 'Actions']

type InvitationTableProps = { invitations: readonly Invitation[]; onRenew: (invitation: Invitation) => void }

/** Who is invited and has not joined yet; cards on a phone. */
export function InvitationTable({ invitations, onRenew }: InvitationTableProps) {
  const [toWithdraw, setToWithdraw] = useState<Invitation>()
  const withdrawal = useWithdrawal()
  const now = new Date()
  return (
    <>
      <table className="data-table">
        <TableHead columns={COLUMNS} />
        <tbody>
          {invitations.map((invitation) => (
            <tr key={invitation.id}>
              <th scope="row" data-label="Name" className="wrap-anywhere font-semibold md:min-w-48">
                <bdi>{invitation.displayName}</bdi>
                {invitation.email && (
                  <span className="block font-normal text-ink-muted">
                    <bdi>{invitation.email}</bdi>
                  </span>
                )}
              </th>
              <td data-label="Role" className="lg:whitespace-nowrap">
                {ROLE_NAMES[invitation.role]}
              </td>
              <td data-label="Postings" className="wrap-anywhere max-md:empty:hidden">
                {invitation.role === 'hiring_manager' && <AssignedPostings assignments={invitation.assignments} />}
              </td>
              <td data-label="Link">
                <span>
                  {describeEnd(invitation, now)}
                  <span className={`block ${invitation.mail === 'failed' ? 'text-signal-red' : 'text-ink-muted'}`}>
                    {describeMail(invitation)}
                  </span>
                </span>
              </td>
              <td data-label="Invited by" className="wrap-anywhere">
                <bdi>{invitation.invitedBy}</bdi>
              </td>
              <td data-label="Actions">
                <div className="-ml-2 flex flex-wrap items-center gap-x-1">
                  <Button
                    tone="quiet"
                    aria-label={`New link for ${invitation.displayName}`}
                    onClick={() => onRenew(invitation)}
                  >
                    New link
                  </Button>
                  <Button
                    tone="quiet"
                    aria-label={`Withdraw the invitation of ${invitation.displayName}`}
                    onClick={() => setToWithdraw(invitation)}
                  >
                    Withdraw
                  </Button>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {toWithdraw && (
        <ConfirmDialog
          title="Withdraw this invitation?"
          question={`The link of ${toWithdraw.displayName} ends at once. You can invite the person again.`}
          action="Withdraw"
          onConfirm={() => withdrawal.mutate(toWithdraw)}
          onClose={() => setToWithdraw(undefined)}
        />
      )}
    </>
  )
}
