import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { useMay } from '../../../session/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { useFileDownload } from '../../api/file-download.ts'
import { listFileAddress } from '../application-list-api.ts'
import type { ListView } from '../list-view.ts'

/** Downloads the whole list of a view as CSV, for those who may. */
export function ListDownload({ view }: { view: ListView }) {
  const download = useFileDownload(listFileAddress(view), {
    fallbackName: 'Applications.csv',
    done: 'List downloaded',
    recordedIn: [ADMIN_API.audit],
  })
  if (!useMay()(APPLICATIONS.export)) return null
  return (
    <Button tone="quiet" className="-mr-2 text-sm" isBusy={download.isPending} onClick={() => download.mutate()}>
      Download CSV
    </Button>
  )
}
