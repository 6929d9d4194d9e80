import type { ReactNode, RefObject } from 'react'
import { MESSAGE_VARIABLES } from '../../../../contract/messages/message-template.ts'
import type { MessageText } from '../../../../contract/messages/messages.ts'
import { TextAreaField, TextField } from '../../../ui/form/field.tsx'

const VARIABLES = MESSAGE_VARIABLES.map((name) => `{${name}}`).join(' ')

type MessageFieldsProps = {
  form: {
    text: MessageText
    change: (part: Partial<MessageText>) => void
    faultOf: (field: keyof MessageText) => string | undefined
  }
  subjectField?: RefObject<HTMLInputElement | null>
  textField?: RefObject<HTMLTextAreaElement | null>
  rows?: number
  /** Which variables the text may have; all of those of a message by default. */
  hint?: ReactNode
}

/** Subject and text of a message that is written. */
export function MessageFields({
  form,
  subjectField,
  textField,
  rows = 10,
  hint = <AllVariables />,
}: MessageFieldsProps) {
  return (
    <>
      <TextField
        ref={subjectField}
        label="Subject"
        value={form.text.subject}
        onChange={(event) => form.change({ subject: event.target.value })}
        error={form.faultOf('subject')}
      />
      <TextAreaField
        ref={textField}
        label="Text"
        rows={rows}
        className="[&>textarea]:min-h-60"
        value={form.text.body}
        onChange={(event) => form.change({ body: event.target.value })}
        error={form.faultOf('body')}
        hint={hint}
      />
    </>
  )
}

function AllVariables() {
  return (
    <>
      Variables: <span className="wrap-anywhere font-mono">{VARIABLES}</span>
    </>
  )
}

const RESTORED = {
  text: 'This is what you typed before. It is not sent yet.',
  choice: 'This is what you chose before. Nothing is sent yet.',
}

/** Says of a text, or of choices without one, that come back by themselves that nothing has left. */
export function RestoredNote({ of = 'text' }: { of?: keyof typeof RESTORED }) {
  return (
    <p role="status" className="border-signal-amber border-l-4 pl-4">
      {RESTORED[of]}
    </p>
  )
}
