import type { Application } from '../../../contract/applications/application.ts'
import { PERSONAL_DATA } from '../../../contract/policies/personal-data-policy.ts'
import { useMay } from '../../session/use-may.ts'
import { formatCalendarDay } from '../../ui/text/date-formats.ts'

/** That an application is set aside, and who can bring it back where the reader may not. */
export function SetAsideText({ eraseOn }: { eraseOn: NonNullable<Application['eraseOn']> }) {
  const mayBringBack = useMay()(PERSONAL_DATA.retain)
  return (
    <>
      The period for which this is kept is over. It is in no list, and is erased on {formatCalendarDay(eraseOn)}.
      {!mayBringBack && ' An owner can bring it back.'}
    </>
  )
}
