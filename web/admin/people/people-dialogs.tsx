import type { Invitation, Person } from '../../../contract/accounts/people.ts'
import { EditPersonDialog } from './edit-person-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { RenewDialog } from './renew-dialog.tsx'

/** Which dialog is open, and about whom. */
export type OpenPeopleDialog =
  | { kind: 'invite' }
  | { kind: 'edit'; person: Person; isLastOwner: boolean }
  | { kind: 'renew'; invitation: Invitation }

type PeopleDialogProps = { opened: OpenPeopleDialog; sendsMail: boolean; onClose: () => void }

/** A dialog of the page of people; they load together. */
export function PeopleDialog({ opened, sendsMail, onClose }: PeopleDialogProps) {
  switch (opened.kind) {
    case 'invite':
      return <InviteDialog sendsMail={sendsMail} onClose={onClose} />
    case 'edit':
      return <EditPersonDialog person={opened.person} isLastOwner={opened.isLastOwner} onClose={onClose} />
    case 'renew':
      return <RenewDialog invitation={opened.invitation} sendsMail={sendsMail} onClose={onClose} />
  }
}
