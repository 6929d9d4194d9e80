import { type ReactNode, useState } from 'react'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import { useMay } from '../../session/use-may.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { openWhenLoaded } from '../../ui/toast/open-when-loaded.ts'

/** What the choice says that opens the dialog, and its value. */
export const MANAGE_TAGS = 'Manage tags...'

const Manager = lazyPart(async () => (await import('./tag-manager.tsx')).TagManager)

/** The dialog that changes tags, while it is open, and the action that opens it: undefined for those who may not. */
export function useTagManager(): { open: (() => void) | undefined; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  const mayManage = useMay()(APPLICATIONS.defineTags)
  const open = () => openWhenLoaded('Tags', Manager.preload, () => setOpen(true))
  return { open: mayManage ? open : undefined, dialog: isOpen && <Manager.View onClose={() => setOpen(false)} /> }
}
