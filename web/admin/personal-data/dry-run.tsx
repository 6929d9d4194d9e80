import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Retention, RetentionPreview } from '../../../contract/personal-data/retention-rules.ts'
import { RETENTION } from '../../../contract/wire/limits.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
import { formatCalendarDay } from '../../ui/text/date-formats.ts'
import { PersonLink } from './person-link.tsx'
import { previewQuery, useRetentionChange } from './personal-data-api.ts'
import {
  countApplications,
  countPeople,
  describeHeld,
  describePreview,
  describeRules,
  RULE_NAMES,
} from './retention-texts.ts'

/** What the rules would do now, and the switch, which comes after it. */
export function DryRun({ retention }: { retention: Retention }) {
  const { token } = useAuth()
  const [page, setPage] = useState(1)
  const query = useQuery(previewQuery(token, page))
  return (
    <Loaded
      query={query}
      loading={<p role="status">Looking whose period is over...</p>}
      failure="It could not be read what the rules would do."
      isInCard
    >
      {(preview) => (
        <div className="grid grid-cols-1 gap-4">
          <Summary preview={preview} />
          <Switch preview={preview} isOn={retention.rules.isOn} />
          {preview.list.length > 0 && <DueTable list={preview.list} />}
          {preview.people > RETENTION.page && (
            <Pager
              first={(page - 1) * RETENTION.page + 1}
              shown={preview.list.length}
              total={preview.people}
              hasMore={false}
              previous={page > 1 ? () => setPage(page - 1) : undefined}
              next={page * RETENTION.page < preview.people ? () => setPage(page + 1) : undefined}
            />
          )}
        </div>
      )}
    </Loaded>
  )
}

function Summary({ preview }: { preview: RetentionPreview }) {
  const rules = describeRules(preview)
  const held = describeHeld(preview.held)
  return (
    <div className="grid gap-1">
      <p className="measure font-semibold">{describePreview(preview)}</p>
      {rules.length > 0 && (
        <ul className="measure list-disc pl-5 text-sm">
          {rules.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {held && <p className="measure text-ink-muted text-sm">{held}</p>}
    </div>
  )
}

/** Switching on says what happens first; switching off erases nobody. */
function Switch({ preview, isOn }: { preview: RetentionPreview; isOn: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const change = useRetentionChange()
  const { people, applications, version } = preview
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button tone={isOn ? 'secondary' : 'primary'} isBusy={change.isPending} onClick={() => setAsking(true)}>
        {isOn ? 'Switch off...' : 'Switch on...'}
      </Button>
      <p className="measure text-ink-muted text-sm">
        {isOn ? 'The rules are on. They are applied every hour.' : 'The rules are off. Nobody is erased by them.'}
      </p>
      {isAsking && (
        <ConfirmDialog
          title={isOn ? 'Switch the rules off?' : 'Switch the rules on?'}
          question={isOn ? OFF : questionAbout(preview)}
          action={isOn ? 'Switch off' : 'Switch on'}
          onConfirm={() => change.mutate(isOn ? { kind: 'off' } : { kind: 'on', people, applications, version })}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

const OFF = 'Nobody is erased by the rules any more. Who is set aside comes back into the lists within an hour.'

function questionAbout({ people, applications }: RetentionPreview): string {
  const days = `${RETENTION.setAsideDays} days`
  const whom =
    people === 0
      ? 'Nobody is due today. From now on, whoever is'
      : `Within an hour, ${countPeople(people)} with ${countApplications(applications)} and, from then on, whoever is due`
  return `${whom}, leaves every list, and is erased ${days} later. Until then you can bring people back on this page.`
}

const COLUMNS = ['Name', 'Applications', 'Why', 'Due since']

function DueTable({ list }: Pick<RetentionPreview, 'list'>) {
  return (
    <table className="data-table" aria-label="Whose period is over">
      <TableHead columns={COLUMNS} />
      <tbody>
        {list.map(({ applicationId, name, applications, rule, due }) => (
          <tr key={applicationId}>
            <th scope="row" data-label="Name" className="wrap-anywhere font-semibold md:min-w-48">
              <PersonLink {...{ applicationId, name }} />
            </th>
            <td data-label="Applications">{applications}</td>
            <td data-label="Why">{RULE_NAMES[rule].after}</td>
            <td data-label="Due since" className="md:whitespace-nowrap">
              {formatCalendarDay(due)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
