import type { RefObject } from 'react'
import type { Application } from '../../../../contract/applications/application.ts'
import type { ApplicationChange } from '../../../../contract/applications/application-changes.ts'
import { APPLICATION_STATUS } from '../../../../contract/applications/application-statuses.ts'
import { STATUSES_BY_KEY } from '../../../../contract/applications/status-lists.ts'
import { focusFallback } from '../../../ui/focus/keep-focus.ts'
import type { KeyAction, KeyActions } from '../../../ui/keys/key-store.ts'
import { useKeys } from '../../../ui/keys/use-keys.ts'

/** What the keys of the review page do; undefined where it is not possible now. */
type ReviewKeys = {
  next: (() => void) | undefined
  previous: (() => void) | undefined
  decide: ((change: ApplicationChange) => void) | undefined
  application: Application | undefined
  feedbackField: RefObject<HTMLTextAreaElement | null>
  /** Shows the person, whose feedback gets the focus next: on a phone it may be hidden. */
  onShowPerson: () => void
  plan: (() => void) | undefined
  message: (() => void) | undefined
  download: (() => void) | undefined
  undo: (() => void) | undefined
  back: () => void
}

/** Binds the keys of the review page. None leads into a date: what is typed on stays keys. */
export function useReviewKeys(keys: ReviewKeys): void {
  const { application, decide } = keys
  const writeFeedback = () => {
    keys.onShowPerson()
    keys.feedbackField.current?.focus()
  }
  const goOn = () => {
    leaveField()
    keys.next?.()
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
    f: action('Write feedback', application && writeFeedback),
    i: action('Plan an interview', keys.plan),
    m: action('Write a message', keys.message),
    d: action('Download Resume', keys.download),
    'Ctrl+Enter': action('Save the feedback and open the next application', goOn),
    Escape: action('Leave a field; back to the list', () => {
      if (!leaveField()) keys.back()
    }),
  })
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
