import { Check, Mail, TriangleAlert } from 'lucide-react'
import { type RefObject, useId } from 'react'
import type { Application } from '../../../../contract/applications/application.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { formatReference } from '../../../../contract/wire/reference.ts'
import { Button } from '../../../ui/button.tsx'
import { useKeepFocus } from '../../../ui/focus/keep-focus.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { EditConflictNotice } from '../../history/edit-conflict-notice.tsx'
import { choicesOf, valuesOf } from '../changes/change-texts.ts'
import type { UnsentDecision } from '../changes/unsent-decisions.ts'
import { State } from '../details/facts.tsx'
import { PersonPanel } from '../details/person-panel.tsx'
import { useDetailsForm } from '../details/use-details-form.ts'
import { AnswerGauge } from './answer-gauge.tsx'
import { detailsDrafts } from './saving/details-drafts.ts'
import { type SaveState, useAutosave } from './saving/use-autosave.ts'

/** What the person takes. */
export type PersonProps = {
  application: Application
  position: string | undefined
  feedbackField: RefObject<HTMLTextAreaElement | null>
  conflict: UnsentDecision | undefined
  /** Called with the stored application after a save or an edit conflict. */
  onStored: (stored: Application) => void
  onUndo: (changeId: number) => void
  /** Writes a message; undefined while that is not possible. */
  onMessage: (() => void) | undefined
  /** Decides again, over what the other admin decided. */
  onDecideAgain: () => void
  onAcceptStored: () => void
}

/** The applicant beside the resume, with an assessment that saves itself. */
export function Person(props: PersonProps) {
  const { application, position, feedbackField, conflict, onStored, onUndo, onMessage } = props
  const { onDecideAgain, onAcceptStored } = props
  const section = useKeepFocus<HTMLElement>()
  const form = useDetailsForm(application, onStored, SAVES_ITSELF)
  const saveState = useAutosave(form)
  const headingId = useId()
  return (
    <section ref={section} aria-labelledby={headingId} className="grid gap-3">
      <header className="grid gap-0.5">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h1 id={headingId} className="wrap-anywhere min-w-0 text-lg">
            <bdi>{application.name}</bdi>
          </h1>
          <div className="flex items-center gap-2">
            <State {...application} />
            {onMessage && (
              <Tooltip side="bottom" words="Write a message (M)">
                <Button tone="quiet" aria-label="Message" className="-my-1 w-11 dense:w-9 px-0!" onClick={onMessage}>
                  <Mail aria-hidden="true" className="size-5" />
                </Button>
              </Tooltip>
            )}
          </div>
        </div>
        <p className="wrap-anywhere flex flex-wrap items-baseline gap-x-3 text-ink-muted text-sm">
          <span>{position}</span>
          <span className="font-mono">{formatReference('APP', application.id)}</span>
        </p>
      </header>
      <AnswerGauge application={application} />
      <h2 className="sr-only">Application</h2>
      {conflict && (
        <DecisionConflict
          key={keyOf(conflict)}
          conflict={conflict}
          onDecideAgain={onDecideAgain}
          onAcceptStored={onAcceptStored}
        />
      )}
      <PersonPanel
        application={application}
        form={form}
        hiddenFacts={['name', 'status', 'answerBy']}
        saveState={<SaveStateLine state={saveState} />}
        feedbackField={feedbackField}
        onLeave={form.save}
        onUndo={onUndo}
      />
    </section>
  )
}

/** Whether what was typed is saved, in words. */
function SaveStateLine({ state }: { state: SaveState }) {
  return (
    <p role="status" className="flex items-center empty:hidden gap-1.5 text-ink-muted text-sm">
      {state === 'saving' && (
        <>
          <Spinner /> Saving...
        </>
      )}
      {state === 'saved' && (
        <>
          <Check aria-hidden="true" className="size-4 text-signal-green" /> Saved
        </>
      )}
      {(state === 'failed' || state === 'refused') && (
        <span className="flex items-center gap-1.5 font-semibold text-signal-red">
          <TriangleAlert aria-hidden="true" className="size-4" />
          {state === 'failed' ? 'Not saved, trying again' : 'Not saved'}
        </span>
      )}
    </p>
  )
}

const SAVES_ITSELF = { savesItself: true, drafts: detailsDrafts }

type ConflictProps = { conflict: UnsentDecision } & Pick<PersonProps, 'onDecideAgain' | 'onAcceptStored'>

/** What the other admin decided, what this one chose, and the choice between both. */
function DecisionConflict({ conflict, onDecideAgain, onAcceptStored }: ConflictProps) {
  const { change, seen } = conflict
  const { theirs, mine } = valuesOf(change, seen)
  const { label, actions } = FIELDS[keyOf(conflict)]
  return (
    <EditConflictNotice
      fields={[{ label, stored: theirs, mine }]}
      history={pathTo(ADMIN_API.applicationHistory, seen.id)}
      isChange={({ action }) => actions.includes(action)}
      outcome="Your decision was not saved. Choose which one to keep."
      choices={choicesOf(change, seen)}
      isSaving={false}
      onSaveMine={onDecideAgain}
      onAcceptStored={onAcceptStored}
    />
  )
}

/** The fields that can be decided, with the history's actions for a change of each. */
const FIELDS: Record<'status' | 'archived', { label: string; actions: string[] }> = {
  status: { label: 'Status', actions: ['status_changed'] },
  archived: { label: 'Archive', actions: ['archived', 'unarchived'] },
}

function keyOf({ change }: UnsentDecision): keyof typeof FIELDS {
  return 'status' in change ? 'status' : 'archived'
}
