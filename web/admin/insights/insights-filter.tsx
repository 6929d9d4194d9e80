import { NO_JOB } from '../../../contract/applications/application-terms.ts'
import { INSIGHT_PERIODS } from '../../../contract/applications/insights.ts'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import { useMay } from '../../session/use-may.ts'
import { SelectField } from '../../ui/form/field.tsx'
import { formatTitle, type JobTitles } from '../applications/application-texts.ts'
import { type InsightsView, isJobMissing } from './insights-view.ts'

/** Titles by id are undefined while they load. */
type InsightsFilterProps = {
  view: InsightsView
  titles: JobTitles | undefined
  onChange: (change: Partial<InsightsView>) => void
}

/** Which weeks and which posting the page reports. */
export function InsightsFilter({ view, titles, onChange }: InsightsFilterProps) {
  const seesGeneral = useMay()(APPLICATIONS.read, null)
  return (
    <search className="grid gap-3 min-[22rem]:grid-cols-2 sm:flex sm:[&>*]:w-64">
      <SelectField
        label="Period"
        isStandalone
        value={view.period}
        onChange={({ target }) => onChange({ period: target.value as InsightsView['period'] })}
      >
        {INSIGHT_PERIODS.map((weeks) => (
          <option key={weeks} value={weeks}>
            Last {weeks} weeks
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Filter by Job"
        isStandalone
        value={view.job}
        onChange={({ target }) => onChange({ job: target.value })}
      >
        <option value="">All Jobs</option>
        {(seesGeneral || view.job === NO_JOB) && <option value={NO_JOB}>General Applications</option>}
        {isJobMissing(view, titles) && <option value={view.job}>Unknown Position</option>}
        {/* Before the titles come, the chosen posting has no name yet. */}
        {!titles && Number(view.job) > 0 && <option value={view.job}>...</option>}
        {[...(titles ?? [])].map(([id, title]) => (
          <option key={id} value={id}>
            {formatTitle(title)}
          </option>
        ))}
      </SelectField>
    </search>
  )
}
