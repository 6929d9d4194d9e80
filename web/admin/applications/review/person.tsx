import { useId } from 'react'
import type { Application } from '../../../../contract/application.ts'
import { API, pathTo } from '../../../../contract/paths.ts'
import { formatReference } from '../../../../contract/reference.ts'
import { EditConflictNotice } from '../../history/edit-conflict-notice.tsx'
import type { AssessmentFields } from '../details/assessment.tsx'
import { State } from '../details/facts.tsx'
import { PersonPanel } from '../details/person-panel.tsx'
import { useDetailsForm } from '../details/use-details-form.ts'
import { detailsDrafts } from './saving/details-drafts.ts'
import { SaveStateLine } from './saving/save-state.tsx'
import { useAutosave } from './saving/use-autosave.ts'
import type { DecisionConflict } from './use-decisions.ts'

/** What the person takes. */
export type PersonProps = {
  application: Application
  position: string | undefined
  inputs: AssessmentFields
  conflict: DecisionConflict | undefined
  /** Called with the stored application after a save or an edit conflict. */
  onStored: (stored: Application) => void
  onUndo: (changeId: number) => void
  /** Decides again, over what the other admin decided. */
  onDecideAgain: () => void
  onAcceptStored: () => void
}

/** The applicant beside the resume, with an assessment that saves itself. */
export function Person(props: PersonProps) {
  const { application, position, inputs, conflict, onStored, onUndo, onDecideAgain, onAcceptStored } = props
  const form = useDetailsForm(application, onStored, SAVES_ITSELF)
  const saveState = useAutosave(form)
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <header className="grid gap-0.5">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <h1 id={headingId} className="wrap-anywhere min-w-0 text-lg">
            {application.name}
          </h1>
          <State {...application} />
        </div>
        <p className="wrap-anywhere flex flex-wrap items-baseline gap-x-3 text-ink-muted text-sm">
          <span>{position}</span>
          <span className="font-mono">{formatReference('APP', application.id)}</span>
        </p>
      </header>
      <h2 className="sr-only">Application</h2>
      {conflict && (
        <EditConflictNotice
          fields={[{ label: LABEL[keyOf(conflict)], stored: describe(conflict) }]}
          history={pathTo(API.applicationHistory, application.id)}
          isChange={({ action }) => ACTIONS[keyOf(conflict)].includes(action)}
          outcome="Your decision was not saved. Choose which one to keep."
          isSaving={false}
          onSaveMine={onDecideAgain}
          onAcceptStored={onAcceptStored}
        />
      )}
      <PersonPanel
        application={application}
        form={form}
        hiddenFacts={['name', 'status']}
        saveState={<SaveStateLine state={saveState} />}
        inputs={inputs}
        onLeave={form.save}
        onUndo={onUndo}
      />
    </section>
  )
}

const SAVES_ITSELF = { savesItself: true, drafts: detailsDrafts }

type Key = 'status' | 'archived'

const LABEL = { status: 'Status', archived: 'Archived' } as const satisfies Record<Key, string>

/** The history's actions for a change of each field. */
const ACTIONS: Record<Key, string[]> = { status: ['status_changed'], archived: ['archived', 'unarchived'] }

function keyOf({ change }: DecisionConflict): Key {
  return 'status' in change ? 'status' : 'archived'
}

function describe(conflict: DecisionConflict): string {
  if (keyOf(conflict) === 'status') return conflict.stored.status
  return conflict.stored.archived ? 'yes' : 'no'
}
