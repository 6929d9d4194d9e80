import { useQuery } from '@tanstack/react-query'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/form/field.tsx'
import { personsQuery } from './audit-api.ts'
import { ACTION_NAMES, OTHER_NAMES, SUBJECT_NAMES } from './audit-texts.ts'
import { type AuditView, writeAuditView } from './audit-view.ts'

const ACTIONS = Object.entries(ACTION_NAMES).toSorted(([, one], [, other]) => one.localeCompare(other, 'en'))

/** What the number of a subject is called, as the table writes it. */
const NUMBER_NAMES = {
  application: 'Number after APP-',
  job: 'Number after JOB-',
  account: 'Account number',
} as const satisfies Record<keyof typeof SUBJECT_NAMES, string>

type AuditFilterProps = { view: AuditView; onChange: (change: Partial<AuditView>) => void }

/** Whose entries, of what and of which days, the page shows. */
export function AuditFilter({ view, onChange }: AuditFilterProps) {
  const { token } = useAuth()
  const { data: persons = [] } = useQuery(personsQuery(token))
  const isRemoved = Number(view.person) > 0 && !persons.some(({ id }) => String(id) === view.person)
  return (
    <search className="grid items-end gap-3 min-[22rem]:grid-cols-2 md:grid-cols-3 xl:flex xl:[&>:not(button)]:flex-1">
      <SelectField
        label="Who"
        isStandalone
        value={view.person}
        onChange={({ target }) => onChange({ person: target.value })}
      >
        <option value="">Everyone</option>
        {Object.entries(OTHER_NAMES).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
        {isRemoved && <option value={view.person}>Account {view.person}</option>}
        {persons.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="What"
        isStandalone
        value={view.action}
        onChange={({ target }) => onChange({ action: target.value as AuditView['action'] })}
      >
        <option value="">Everything</option>
        {ACTIONS.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="About"
        isStandalone
        value={view.subject}
        onChange={({ target }) => onChange({ subject: target.value as AuditView['subject'], number: '' })}
      >
        <option value="">All of it</option>
        {Object.entries(SUBJECT_NAMES).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      {view.subject !== '' && (
        <TextField
          label={NUMBER_NAMES[view.subject]}
          isStandalone
          inputMode="numeric"
          maxLength={10}
          value={view.number}
          onChange={({ target }) => onChange({ number: target.value.replaceAll(/^0+|\D/g, '') })}
        />
      )}
      <TextField
        label="From"
        type="date"
        isStandalone
        value={view.from}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <TextField
        label="Until"
        type="date"
        isStandalone
        value={view.to}
        onChange={({ target }) => onChange({ to: target.value })}
      />
      <Button
        tone="quiet"
        className="justify-self-start max-xl:aria-disabled:hidden"
        isUnavailable={writeAuditView(view) === ''}
        onClick={() => onChange({ person: '', action: '', subject: '', number: '', from: '', to: '' })}
      >
        Show all
      </Button>
    </search>
  )
}
