import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import type { InterviewChoice } from '../../../../contract/interviews/interview-terms.ts'
import type { MessageRule } from '../../../../contract/messages/message-kinds.ts'
import type { DecisionMessage } from '../../../../contract/messages/messages.ts'
import { UNDO_TIME_TEXT } from '../../../../contract/wire/undo-time.ts'
import { Loaded } from '../../../layout/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { formatCount } from '../../../ui/text/format-count.ts'
import { type WithInterview, withInterviewAhead } from '../../interviews/question/interviews-ahead.ts'
import { PlannedInterviewsField } from '../../interviews/question/planned-interviews-field.tsx'
import { MessageFields, RestoredNote } from './message-fields.tsx'
import { RecipientPreview } from './recipient-preview.tsx'
import type { Recipient } from './use-message-form.ts'
import { useRejectionForm } from './use-rejection-form.ts'

/** What is done beside the rejection. */
export type Rejection = {
  message: DecisionMessage
  /** What becomes of planned interviews; undefined where none lies ahead. */
  interviews: InterviewChoice | undefined
  onStored: () => void
}

/** What the dialog takes; the applicants stay the same while it is open. */
export type RejectionDialogProps = {
  applicants: readonly (Recipient & WithInterview)[]
  /** Those of them who are told, at least one. */
  told: readonly Recipient[]
  isSending: boolean
  /** Rejects them. @param rejection.onStored called once that is stored */
  onReject: (rejection: Rejection) => void
  onClose: () => void
}

type RejectionForm = ReturnType<typeof useRejectionForm>

const NO_SERVER = 'No mail server is configured, so nothing leaves from here.'

/** What can become of the messages: its name, what follows, and the button that does it. */
const CHOICES: Record<MessageRule, { label: string; hint: string; action: string }> = {
  always: {
    label: 'Send to each',
    hint: `Leaves in ${UNDO_TIME_TEXT}, unless you undo it.`,
    action: 'Reject and send',
  },
  ask: {
    label: 'Confirm later',
    hint: 'Waits under Messages, where each can be edited and sent.',
    action: 'Reject, confirm later',
  },
  never: { label: 'No message', hint: 'They are not told of the decision.', action: 'Reject without a message' },
}

/** Without a mail server. */
const KEPT = {
  label: 'Write and keep them',
  hint: 'Under Messages, to copy or to send by hand.',
  action: 'Reject and keep the messages',
}

/** Decides what several applicants are told of their rejection, and rejects them. Closing it keeps what was typed and chosen. */
export function RejectionDialog({ applicants, told, isSending, onReject, onClose }: RejectionDialogProps) {
  const ahead = withInterviewAhead(applicants)
  const form = useRejectionForm(ahead.length > 0)
  const formId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!form.message || isSending) return
    if (form.message.text) form.noteUsed()
    const { message, interviews, discardDraft: onStored } = form
    onReject({ message, interviews: ahead.length > 0 ? interviews : undefined, onStored })
  }
  return (
    <Dialog
      title={`Reject ${formatCount(applicants.length)} applicants`}
      description={describe(form, applicants.length - told.length)}
      isWide
      staysOpenOnOutsideClick={form.isDirty}
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            {closingOf(form)}
          </Button>
          <Button
            type="submit"
            form={formId}
            isBusy={isSending}
            isUnavailable={!form.message}
            aria-keyshortcuts="Control+Enter"
          >
            {choiceOf(form.rule, form).action}
          </Button>
        </>
      }
    >
      <Loaded
        query={form.reading}
        loading={<p role="status">Loading the text...</p>}
        failure="The text of rejections could not be loaded."
      >
        {() => (
          <form
            id={formId}
            noValidate
            aria-label="Rejection"
            className="grid content-start gap-x-8 gap-y-4 lg:grid-cols-2"
            onSubmit={submit}
            onKeyDown={submitOnCtrlEnter}
          >
            <Fields form={form} told={told}>
              <PlannedInterviewsField ahead={ahead} value={form.interviews} onChange={form.chooseInterviews} />
            </Fields>
          </form>
        )}
      </Loaded>
    </Dialog>
  )
}

function choiceOf(rule: MessageRule, { sendsMail }: Pick<RejectionForm, 'sendsMail'>) {
  return rule === 'ask' && !sendsMail ? KEPT : CHOICES[rule]
}

function closingOf({ isTyped, isDirty }: RejectionForm): string {
  if (isTyped) return 'Close and keep the text'
  return isDirty ? 'Close and keep the choice' : 'Cancel'
}

/** What is to be known before, as sentences. @param silent how many get no message in any case */
function describe({ sendsMail }: RejectionForm, silent: number): string {
  const sentence = sendsMail ? 'Each gets a message of their own.' : NO_SERVER
  if (silent === 0) return sentence
  const them = silent === 1 ? '1 of them' : `${formatCount(silent)} of them`
  return `${sentence} ${them} ${silent === 1 ? 'has' : 'have'} withdrawn or heard before, and ${silent === 1 ? 'gets' : 'get'} none.`
}

function submitOnCtrlEnter({ key, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLFormElement>) {
  if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.requestSubmit()
}

type FieldsProps = {
  form: RejectionForm
  told: readonly Recipient[]
  /** What else is asked, between the rule and the text. */
  children: ReactNode
}

function Fields({ form, told, children }: FieldsProps) {
  const rule = useRef<HTMLInputElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  // Once: one who then chooses a rule stays there.
  useEffect(() => (text.current ?? rule.current)?.focus(), [])
  return (
    <>
      {form.isRestored && (
        <div className="lg:col-span-2">
          <RestoredNote of={form.isTyped ? 'text' : 'choice'} />
        </div>
      )}
      <RuleField form={form} checked={rule} />
      <div className="empty:hidden lg:col-span-2">{children}</div>
      {form.rule !== 'never' && (
        <>
          <TextFields form={form} textField={text} />
          <RecipientPreview recipients={told} text={form.valid} keepsLast decision="rejected" />
        </>
      )}
    </>
  )
}

/** Whether and when the messages leave. */
function RuleField({ form, checked }: { form: RejectionForm; checked: RefObject<HTMLInputElement | null> }) {
  const name = useId()
  return (
    <fieldset className="grid min-w-0 gap-x-6 gap-y-2 md:grid-cols-3 lg:col-span-2">
      <legend className="mb-1 font-semibold">Messages</legend>
      {form.rules.map((rule) => {
        const { label, hint } = choiceOf(rule, form)
        return (
          <label key={rule} className="flex min-h-11 min-w-0 cursor-pointer items-start gap-3">
            <input
              ref={form.rule === rule ? checked : null}
              type="radio"
              name={name}
              value={rule}
              className="mt-0.5 size-5 shrink-0 accent-accent"
              checked={form.rule === rule}
              onChange={() => form.choose(rule)}
            />
            <span className="min-w-0">
              {label} <span className="block text-ink-muted text-sm">{hint}</span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

type TextFieldsProps = { form: RejectionForm; textField: RefObject<HTMLTextAreaElement | null> }

function TextFields({ form, textField }: TextFieldsProps) {
  const { used } = form
  return (
    <div className="grid content-start gap-4">
      <MessageFields form={form} textField={textField} />
      <p className="-ml-2 flex flex-wrap gap-x-4 empty:hidden">
        {form.isTyped && (
          <Button tone="quiet" onClick={form.clear}>
            Back to the template
          </Button>
        )}
        {used && !form.isTyped && (
          <Button tone="quiet" onClick={() => form.change(used)}>
            Use your last text
          </Button>
        )}
      </p>
    </div>
  )
}
