import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RETENTION } from '../../../contract/personal-data/personal-data-limits.ts'
import type { Retention, RetentionPreview } from '../../../contract/personal-data/retention-rules.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { previewQuery, useRetentionChange } from './personal-data-api.ts'
import {
  countApplications,
  countPeople,
  describeConsented,
  describeHeld,
  describeNotices,
  describePreview,
} from './retention-texts.ts'

/** Whether the rules are on, whom they concern now, and the switch. */
export function RulesState({ retention: { rules } }: { retention: Retention }) {
  const { token } = useAuth()
  const query = useQuery(previewQuery(token, 1))
  const { isOn } = rules
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex items-center gap-2 font-semibold">
          <span
            aria-hidden="true"
            className={`size-2 shrink-0 rounded-full ${isOn ? 'bg-signal-green' : 'bg-signal-grey'}`}
          />
          {isOn ? 'Rules: on, applied every hour' : 'Rules: off, nobody is erased'}
        </p>
        <Switch preview={query.data} isOn={isOn} />
      </div>
      <Loaded
        query={query}
        loading={<p role="status">Looking whose period is over...</p>}
        failure="The preview could not be loaded."
        isInCard
      >
        {(preview) => {
          const others = [
            describeHeld(preview.held),
            describeConsented(preview.consented),
            ...describeNotices(preview.notices),
          ].filter((words) => words !== undefined)
          return (
            <div className="grid gap-1">
              <p className="measure">{describePreview(preview, isOn)}</p>
              {others.map((words) => (
                <p key={words} className="measure text-ink-muted text-sm">
                  {words}
                </p>
              ))}
            </div>
          )
        }}
      </Loaded>
    </div>
  )
}

/** Switching on says what happens first; switching off erases nobody. */
function Switch({ preview, isOn }: { preview: RetentionPreview | undefined; isOn: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const change = useRetentionChange()
  const switchOver = () => {
    if (isOn) return change.mutate({ kind: 'off' })
    if (!preview) return
    const { people, applications, version } = preview
    change.mutate({ kind: 'on', people, applications, version })
  }
  return (
    <>
      <Button
        tone={isOn ? 'secondary' : 'primary'}
        isBusy={change.isPending}
        isUnavailable={!isOn && !preview}
        onClick={() => setAsking(true)}
      >
        {isOn ? 'Switch off...' : 'Switch on...'}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={isOn ? 'Switch the rules off?' : 'Switch the rules on?'}
          question={isOn ? OFF : preview && questionAbout(preview)}
          tone={isOn ? 'primary' : 'danger'}
          action={isOn ? 'Switch off' : 'Switch on'}
          onConfirm={switchOver}
          onClose={() => setAsking(false)}
        />
      )}
    </>
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
