import { useQuery } from '@tanstack/react-query'
import { DATE_ORDERS, type DateOrder } from '../../../contract/imports/import-presets.ts'
import { IMPORTED_STATES, type ImportedState, stateName } from '../../../contract/imports/imported-states.ts'
import { useAuth } from '../../session/use-auth.ts'
import { SelectField } from '../../ui/form/field.tsx'
import { managedJobsQuery } from '../api/managed-jobs-query.ts'
import type { Mapping } from './column-mapping.tsx'

const ORDERS: Record<DateOrder, string> = {
  mdy: 'Month first: 3/31/2025',
  dmy: 'Day first: 31/3/2025',
  ymd: 'Year first: 25/3/31',
}

const GRID = 'grid grid-cols-1 gap-x-5 gap-y-3 sm:grid-cols-2'

/** What statuses, positions, dates and duplicates become. */
export function ValueMapping({ options, onChange }: Mapping) {
  const { statuses, jobs, columns } = options
  return (
    <div className="grid grid-cols-1 gap-5">
      {statuses.length > 0 && (
        <fieldset className="grid min-w-0 grid-cols-1 gap-3">
          <legend className="mb-2 font-semibold">Statuses</legend>
          <div className={GRID}>
            {statuses.map(({ text, state }) => (
              <SelectField
                key={text}
                label={text}
                className="min-w-0"
                value={state}
                onChange={({ currentTarget: { value } }) => {
                  const changed = { text, state: value as ImportedState }
                  onChange({ ...options, statuses: statuses.map((each) => (each.text === text ? changed : each)) })
                }}
              >
                {IMPORTED_STATES.map((each) => (
                  <option key={each} value={each}>
                    {stateName(each)}
                  </option>
                ))}
              </SelectField>
            ))}
          </div>
        </fieldset>
      )}
      {jobs.length > 0 && <Positions {...{ options, onChange }} />}
      <div className={GRID}>
        {columns.includes('appliedAt') && (
          <SelectField
            label="Dates are written"
            className="min-w-0"
            value={options.dateOrder}
            onChange={({ currentTarget: { value } }) => onChange({ ...options, dateOrder: value as DateOrder })}
          >
            {DATE_ORDERS.map((order) => (
              <option key={order} value={order}>
                {ORDERS[order]}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField
          label="Who is here already"
          className="min-w-0"
          hint="The same address for the same posting, or of the same time."
          value={options.duplicates}
          onChange={({ currentTarget: { value } }) => onChange({ ...options, duplicates: value as 'skip' | 'update' })}
        >
          <option value="skip">Is skipped</option>
          <option value="update">Gets what is missing filled in</option>
        </SelectField>
      </div>
    </div>
  )
}

function Positions({ options, onChange }: Mapping) {
  const { token } = useAuth()
  const { data: known = [] } = useQuery(managedJobsQuery(token))
  const { jobs } = options
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-2 font-semibold">Positions</legend>
      <p className="measure text-ink-muted text-sm">
        A general application keeps the name of the position in its feedback.
      </p>
      <div className={GRID}>
        {jobs.map(({ text, jobId }) => (
          <SelectField
            key={text}
            label={text}
            className="min-w-0"
            value={jobId ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const changed = { text, jobId: value === '' ? null : Number(value) }
              onChange({ ...options, jobs: jobs.map((each) => (each.text === text ? changed : each)) })
            }}
          >
            <option value="">General application</option>
            {known.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
    </fieldset>
  )
}
