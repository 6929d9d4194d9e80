import { CompanyAccountsDialog } from '../company-account/company-accounts-dialog.tsx'
import { NoticeSettingsDialog } from '../notices/notice-settings-dialog.tsx'
import { SignInMethodsDialog } from '../second-factors/sign-in-methods-dialog.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { DisplayNameDialog } from './display-name-dialog.tsx'
import { SessionsDialog } from './sessions-dialog.tsx'

const DIALOGS = {
  name: DisplayNameDialog,
  password: ChangePasswordDialog,
  signIn: SignInMethodsDialog,
  company: CompanyAccountsDialog,
  sessions: SessionsDialog,
  notices: NoticeSettingsDialog,
}

/** A dialog of the account menu; they load together. */
export function AccountDialog({ which, onClose }: { which: keyof typeof DIALOGS; onClose: () => void }) {
  const Chosen = DIALOGS[which]
  return <Chosen onClose={onClose} />
}
