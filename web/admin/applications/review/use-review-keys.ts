import type { Application } from '../../../../contract/applications/application.ts'
import type { ApplicationChange } from '../../../../contract/applications/application-changes.ts'
import { APPLICATION_STATUS } from '../../../../contract/applications/application-statuses.ts'
import { STATUSES_BY_KEY } from '../../../../contract/applications/status-lists.ts'
import { focusFallback } from '../../../ui/keep-focus.ts'
import type { KeyAction, KeyActions } from '../../../ui/keys/key-store.ts'
import { useKeys } from '../../../ui/keys/use-keys.ts'
import type { AssessmentFields } from '../details/assessment.tsx'

/** What the keys of the review page do; undefined where it is not possible now. */
type ReviewKeys = {
  next: (() => void) | undefined
  previous: (() => void) | undefined
  decide: ((change: ApplicationChange) => void) | undefined
  application: Application | undefined
  inputs: AssessmentFields
  /** Shows the fields, of which one gets the focus next: on a phone they may be hidden. */
  onFocusInput: () => void
  message: (() => void) | undefined
  download: (() => void) | undefined
  undo: () => void
  back: () => void
  toDashboard: () => void
}

/** Binds the keys of the review page. @returns the action that leaves a field and opens the next application */
export function useReviewKeys(keys: ReviewKeys): () => void {
  const { application, decide, inputs } = keys
  const focus = (field: keyof AssessmentFields) => () => {
    keys.onFocusInput()
    inputs[field].current?.focus()
  }
  const goOn = () => {
    const date = inputs.interviewDate.current
    leaveField()
    // The page cannot keep an incomplete date: the browser does not give it.
    if (date?.validity.badInput) date.focus()
    else keys.next?.()
  }
  useKeys({
    j: action('Next application', keys.next, true),
    k: action('Previous application', keys.previous, true),
    ...decisions(decide),
    e: action(
      application?.archived ? 'Unarchive Application' : 'Archive Application',
      decide && (() => decide({ archived: !application?.archived })),
    ),
    z: action('Undo the last decision', keys.undo),
    f: action('Write feedback', application && focus('feedback')),
    i: action('Choose the interview date', application && focus('interviewDate')),
    m: action('Write a message', keys.message),
    d: action('Download Resume', keys.download),
    '/': action('Search', () => focusSearch(keys.toDashboard)),
    'Ctrl+Enter': action('Save the feedback and open the next application', goOn),
    Escape: action('Leave a field; back to the list', () => {
      if (!leaveField()) keys.back()
    }),
  })
  return goOn
}

function action(label: string, run: (() => void) | undefined, repeats = false): KeyAction {
  return { label, run, repeats }
}

function decisions(decide: ReviewKeys['decide']): KeyActions {
  return Object.fromEntries(
    STATUSES_BY_KEY.map((status) => [
      APPLICATION_STATUS[status].key,
      action(APPLICATION_STATUS[status].move, decide && (() => decide({ status }))),
    ]),
  )
}

/** Moves the focus from a field that is being typed in back to the page; false if there is none. */
function leaveField(): boolean {
  const field = document.activeElement
  if (!(field instanceof HTMLElement) || !field.matches('input, textarea, select')) return false
  field.blur()
  focusFallback()
  return true
}

/** Leads to the search of the queue, or to the dashboard's where the queue is not shown. */
function focusSearch(goBack: () => void): void {
  const field = document.querySelector<HTMLInputElement>('.review-queue [type=search]')
  if (field?.checkVisibility()) field.focus()
  else goBack()
}
