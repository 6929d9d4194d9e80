import type { Application } from '../../../contract/applications/application.ts'
import { PERSONAL_DATA } from '../../../contract/policies/personal-data-policy.ts'
import { useMay } from '../../session/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { formatCalendarDay } from '../../ui/text/date-formats.ts'
import { useBringBack } from './personal-data-api.ts'

/** That an application is set aside, and the way back for those who may. */
export function SetAsideNotice({ id, eraseOn }: { id: number; eraseOn: NonNullable<Application['eraseOn']> }) {
  const mayBringBack = useMay()(PERSONAL_DATA.retain)
  const back = useBringBack()
  return (
    <p className="mb-4 border-signal-amber border-l-4 pl-3 text-sm">
      The period for which this is kept is over. It is in no list, and is erased on {formatCalendarDay(eraseOn)}.{' '}
      {mayBringBack ? (
        <Button
          tone="quiet"
          className="-my-1"
          isBusy={back.isPending}
          isUnavailable={back.isSuccess}
          onClick={() => back.mutate({ applications: [id] })}
        >
          Bring back
        </Button>
      ) : (
        'An owner can bring it back.'
      )}
    </p>
  )
}
