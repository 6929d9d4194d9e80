import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { MESSAGE_KIND, TEMPLATE_KINDS, type TemplateKind } from '../../../contract/messages/message-kinds.ts'
import { MESSAGE_VARIABLES } from '../../../contract/messages/message-template.ts'
import { type MessageText, messageTextSchema } from '../../../contract/messages/messages.ts'
import { readUser } from '../../api/auth-store.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { createStoredDrafts } from '../../session/stored-drafts.ts'
import { useAuth } from '../../session/use-auth.ts'
import { useDraft } from '../../session/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/form/field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { type MessageTemplates, saveTemplate, templatesQuery } from '../messages/writing/writing-api.ts'
import { useChange } from './settings-form.tsx'
import { TemplatePreview } from './template-preview.tsx'

type Template = MessageTemplates[number]

const NONE = {}

/** The unsaved texts of templates in this browser tab, by {@link templateKey}. */
export const templateDrafts = createStoredDrafts<MessageText>('template-drafts')

/** The browser asks before a reload too: the mark of an unsaved text is not on every page. */
const store = { take: templateDrafts.take, save: templateDrafts.save }

/** The texts of messages, with a preview for a real applicant. */
export function TemplateEditor({ templates }: { templates: MessageTemplates }) {
  const [kind, setKind] = useState<TemplateKind>('receipt')
  const template = templates.find((each) => each.kind === kind)
  const unsaved = useUnsaved()
  return (
    <>
      <SelectField
        label="Message"
        isStandalone
        className="max-w-96"
        value={kind}
        onChange={(event) => setKind(event.target.value as TemplateKind)}
        hint={MESSAGE_KIND[kind].cause}
      >
        {TEMPLATE_KINDS.map((each) => (
          <option key={each} value={each}>
            {MESSAGE_KIND[each].name}
            {templateKey(each) in unsaved && ' (not saved)'}
          </option>
        ))}
      </SelectField>
      {template && <TemplateForm key={kind} template={template} />}
    </>
  )
}

/** What the texts may contain. */
export function TemplateVariables() {
  return (
    <>
      Variables: <span className="break-words font-mono">{MESSAGE_VARIABLES.map((name) => `{${name}}`).join(' ')}</span>
      . A variable may say what stands in its place when it is empty:{' '}
      <span className="font-mono">{'{first_name|there}'}</span>.
    </>
  )
}

function TemplateForm({ template }: { template: Template }) {
  // Undefined until something is typed: a text that another admin saves is then shown.
  const [typed, setTyped] = useState<MessageText>()
  const text = typed ?? { subject: template.subject, body: template.body }
  const isDirty = text.subject !== template.subject || text.body !== template.body
  useDraft({
    store,
    about: templateKey(template.kind),
    restore: setTyped,
    read: () => (isDirty ? typed : undefined),
  })
  const saving = useSave(template.kind)
  const save = (saved: MessageText | null) =>
    saving.mutate(saved, { onSuccess: () => setTyped((now) => (now === typed ? undefined : now)) })
  const parsed = messageTextSchema.safeParse(text)
  const errorOf = (field: keyof MessageText) => parsed.error?.issues.find(({ path }) => path[0] === field)?.message
  useChange(
    isDirty
      ? {
          title: `text of ${MESSAGE_KIND[template.kind].name}`,
          isBusy: saving.isPending,
          save: () => parsed.success && save(parsed.data),
          discard: () => setTyped(undefined),
        }
      : undefined,
  )
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
      <div className="grid content-start gap-4">
        <TextField
          label="Subject"
          value={text.subject}
          onChange={(event) => setTyped({ ...text, subject: event.target.value })}
          error={errorOf('subject')}
        />
        <TextAreaField
          label="Text"
          rows={10}
          value={text.body}
          onChange={(event) => setTyped({ ...text, body: event.target.value })}
          error={errorOf('body')}
        />
        {!template.isDefault && (
          <Button
            tone="quiet"
            className="justify-self-start"
            isUnavailable={saving.isPending}
            onClick={() => save(null)}
          >
            Reset to default
          </Button>
        )}
      </div>
      <TemplatePreview kind={template.kind} text={parsed.data} />
    </div>
  )
}

/** The drafts of texts that are not saved, by template. */
function useUnsaved(): Readonly<Record<number, MessageText>> {
  const read = useCallback(() => templateDrafts.list(readUser()?.username), [])
  return useSyncExternalStore(templateDrafts.subscribe, read, () => NONE)
}

function useSave(kind: TemplateKind) {
  const client = useQueryClient()
  const { token } = useAuth()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: (text: MessageText | null) => saveTemplate(kind, text),
    onSuccess: (templates, text) => {
      templateDrafts.remove(templateKey(kind), readUser()?.username)
      client.setQueryData(templatesQuery(token).queryKey, templates)
      toast({ title: text ? 'Text saved' : 'Text reset to its default' })
    },
    onError: (error) => showFailure(error, { title: 'Text was not saved', description: 'Please try again' }),
  })
}

/** Key of the draft of a template. */
function templateKey(kind: TemplateKind): number {
  return TEMPLATE_KINDS.indexOf(kind)
}
