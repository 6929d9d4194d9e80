import { Link, useLocation } from 'wouter'
import { ADMIN_PAGE } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { useKeepFocus } from '../../../ui/focus/keep-focus.ts'
import { countChoices, countUnsent, nameOfChange } from './change-texts.ts'
import { useUndo } from './undo.ts'
import { type UnsentDecision, unsentDecisions, useUnsentDecisions } from './unsent-decisions.ts'
import { useDecisionSending, useSendUnsent } from './use-decision-sending.ts'

/** How many decisions of the review page are not saved, and their names on demand; sends them when it can. */
export function UnsentLine() {
  const [, navigate] = useLocation()
  const unsent = useUnsentDecisions()
  const sending = useDecisionSending({
    undo: useUndo(),
    open: (id) => navigate(pathTo(ADMIN_PAGE.review, id)),
    sendUnsent: () => sendUnsent(),
    // The rows change when they are read again: they still show what is stored.
    show: () => () => undefined,
    onStored: () => undefined,
    onRefused: () => undefined,
  })
  const sendUnsent = useSendUnsent(sending.mutate)
  return unsent.length > 0 && <Line unsent={unsent} isSending={sending.isPending} onSend={sendUnsent} />
}

type LineProps = { unsent: readonly UnsentDecision[]; isSending: boolean; onSend: () => void }

function Line({ unsent, isSending, onSend }: LineProps) {
  const line = useKeepFocus<HTMLElement>()
  const conflicts = unsent.filter(({ isConflict }) => isConflict)
  const choices = conflicts.length
  const waiting = unsent.length - choices
  return (
    <section ref={line} aria-label="Unsaved decisions" className="unsent-line">
      <p role="status">
        {[waiting > 0 && countUnsent(waiting), choices > 0 && countChoices(choices)].filter(Boolean).join(' ')}
      </p>
      {waiting > 0 && (
        <Button tone="secondary" isBusy={isSending} onClick={onSend}>
          Send now
        </Button>
      )}
      {conflicts[0] && (
        <Link href={pathTo(ADMIN_PAGE.review, conflicts[0].seen.id)} className={buttonClass('secondary')}>
          Choose
        </Link>
      )}
      <details aria-label="Names">
        <summary>Names</summary>
        <ul>
          {unsent.map(({ change, seen, isConflict }) => (
            <li key={`${seen.id} ${nameOfChange(change)}`}>
              <Link href={pathTo(ADMIN_PAGE.review, seen.id)}>{seen.name}</Link>: {nameOfChange(change)}
              {isConflict && ', but it was decided differently since'}{' '}
              <button
                type="button"
                className="min-h-11 cursor-pointer text-accent underline"
                onClick={() => unsentDecisions.drop(seen.id, change)}
              >
                Discard
                <span className="sr-only"> the decision about {seen.name}</span>
              </button>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}
