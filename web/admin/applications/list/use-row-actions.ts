import { useCallback, useMemo, useState } from 'react'
import type { Application } from '../../../../contract/applications/application.ts'
import type { RowChange } from '../changes/row-changes.ts'
import { useAnswered } from '../changes/use-answered.ts'
import type { ApplicationsChange } from '../changes/use-application-changes.ts'
import { useReleaseAndDelete } from '../changes/use-final-changes.ts'
import { useResumeDownload } from '../details/use-resume-download.ts'
import type { OpenDialog } from './dashboard-dialogs.tsx'

/** The rows' actions, as a stable object, and the open dialog. */
export function useRowActions(applications: Application[] | undefined, change: (one: ApplicationsChange) => void) {
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const download = useResumeDownload()
  const changeFinally = useReleaseAndDelete()
  const onAnswered = useAnswered()
  const onDownload = download.mutate
  const show = useCallback(
    (kind: OpenDialog['kind']) => (application: Application) => setOpen({ kind, application }),
    [],
  )
  const onChange = useCallback(
    (application: Application, one: RowChange) => {
      if (one === null || 'quarantined' in one) changeFinally({ application, change: one })
      else change({ change: one, applications: [application] })
    },
    [change, changeFinally],
  )
  const actions = useMemo(
    () => ({ onOpen: show('details'), onDelete: show('delete'), onDownload, onChange, onAnswered }),
    [show, onDownload, onChange, onAnswered],
  )
  // The latest version: the row as last read, or the application from before its row left the list.
  const latest = open && applications?.find(({ id }) => id === open.application.id)
  return {
    open: open && latest ? { ...open, application: latest } : open,
    setOpen,
    actions,
    downloading: download.isPending ? download.variables.id : undefined,
  }
}
