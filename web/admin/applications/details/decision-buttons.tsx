import type { Application } from '../../../../contract/applications/application.ts'
import type { ApplicationChange } from '../../../../contract/applications/application-changes.ts'
import { APPLICATION_STATUS, type ApplicationStatus } from '../../../../contract/applications/application-statuses.ts'
import { STATUSES_BY_KEY, wordsOfMove } from '../../../../contract/applications/status-lists.ts'
import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { useMay } from '../../../session/use-may.ts'
import { isOpenToDecisions } from '../application-texts.ts'

type DecisionButtonsProps = {
  application: Application
  onDecide: (change: ApplicationChange) => void
}

/** One button for each status and one for the archive, in the words of the row's menu, always at the same position. */
export function DecisionButtons({ application, onDecide }: DecisionButtonsProps) {
  const { archived, jobId } = application
  const decides = useMay()(APPLICATIONS.decide, jobId)
  if (!decides || !isOpenToDecisions(application)) return null
  return (
    <fieldset className="decision-buttons">
      <legend className="sr-only">Decision</legend>
      {STATUSES_BY_KEY.map((status) => {
        const isCurrent = application.status === status
        return (
          <button
            key={status}
            type="button"
            className="decision"
            data-tone={APPLICATION_STATUS[status].tone}
            aria-pressed={isCurrent}
            aria-disabled={isCurrent || undefined}
            onClick={() => onDecide({ status })}
          >
            <Words status={status} />
          </button>
        )
      })}
      <button type="button" className="decision" data-tone="grey" onClick={() => onDecide({ archived: !archived })}>
        <span>
          {archived ? 'Unarchive' : 'Archive'}
          <span className="sr-only"> Application</span>
        </span>
      </button>
    </fieldset>
  )
}

/** On a narrow screen only the status is seen: `Mark as` stays for assistive technology. */
function Words({ status }: { status: ApplicationStatus }) {
  const { start, name } = wordsOfMove(status)
  return (
    <span>
      <span className="max-lg:sr-only">{start}</span>
      {name}
    </span>
  )
}
