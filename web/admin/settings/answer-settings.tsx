import { useState } from 'react'
import { STATUSES_WITH_MESSAGE } from '../../../contract/applications/status-lists.ts'
import { MESSAGE_KIND, MESSAGE_RULES } from '../../../contract/messages/message-kinds.ts'
import { settingsSchema } from '../../../contract/site/settings.ts'
import { UNDO_TIME_TEXT } from '../../../contract/wire/undo-time.ts'
import { formatDays } from '../../layout/measured-response-time.tsx'
import { useResponseTime } from '../../layout/use-response-time.ts'
import { useDraft } from '../../session/use-draft.ts'
import { SelectField, TextField } from '../../ui/form/field.tsx'
import { pickTyped, type StoredSettings } from '../api/settings-api.ts'
import { ANSWER_SETTINGS_DRAFT, answerSettingsDrafts, type TypedAnswers, withTyped } from './answer-settings-form.ts'
import { DigestFields } from './digest-fields.tsx'
import { PromiseSwitch } from './promise-switch.tsx'
import { useChange } from './settings-form.tsx'
import { useSaveSettings } from './use-save-settings.ts'

const RULES: Record<(typeof MESSAGE_RULES)[number], string> = {
  never: 'Never',
  ask: 'Ask me (Messages, To confirm)',
  always: `Always, ${UNDO_TIME_TEXT} after the decision`,
}

/** The promise to applicants, and which decisions send them a message. */
export function AnswerSettings({ stored }: { stored: StoredSettings }) {
  // Only what was typed, so that a conflict loses none of it and keeps what another admin has changed elsewhere.
  const [typed, setTyped] = useState<TypedAnswers>({})
  const settings = withTyped(stored.settings, typed)
  const isDirty = JSON.stringify(settings) !== JSON.stringify(stored.settings)
  useDraft({
    store: answerSettingsDrafts,
    about: ANSWER_SETTINGS_DRAFT,
    restore: setTyped,
    read: () => (isDirty ? typed : undefined),
  })
  const saving = useSaveSettings()
  const { medianDays } = useResponseTime()
  const parsed = settingsSchema.safeParse(settings)
  const errorAt = (path: string) => parsed.error?.issues.find((issue) => issue.path.join('.') === path)?.message
  const save = () => {
    if (!parsed.success) return
    const onSuccess = () => setTyped((now) => (now === typed ? {} : now))
    saving.mutate({ settings: pickTyped(parsed.data, typed), version: stored.version }, { onSuccess })
  }
  const { isPending: isBusy } = saving
  useChange(isDirty ? { title: 'Answers', isBusy, save, discard: () => setTyped({}) } : undefined)
  return (
    <>
      <TextField
        label="Answer within (days)"
        isStandalone
        inputMode="numeric"
        className="max-w-96"
        value={typed.answerWithinDays ?? String(stored.settings.answerWithinDays)}
        onChange={({ currentTarget }) => setTyped({ ...typed, answerWithinDays: currentTarget.value })}
        error={errorAt('answerWithinDays')}
        hint={`Visitors read this, and lists mark who waits longer. ${describeMedian(medianDays)}`}
      />
      <PromiseSwitch
        isOn={settings.isPromisePublic}
        isStored={stored.settings.isPromisePublic}
        onChange={(isPromisePublic) => setTyped({ ...typed, isPromisePublic })}
      />
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-1 font-semibold text-sm">Message to the applicant after a move to</legend>
        {STATUSES_WITH_MESSAGE.map((status) => (
          <SelectField
            key={status}
            label={MESSAGE_KIND[status].name}
            isStandalone
            value={settings.decisionMessages[status]}
            onChange={(event) => {
              const rule = event.target.value as (typeof MESSAGE_RULES)[number]
              setTyped({ ...typed, decisionMessages: { ...typed.decisionMessages, [status]: rule } })
            }}
          >
            {MESSAGE_RULES.map((rule) => (
              <option key={rule} value={rule}>
                {RULES[rule]}
              </option>
            ))}
          </SelectField>
        ))}
      </fieldset>
      <DigestFields
        digest={settings.digest}
        timeError={errorAt('digest.time')}
        onChange={(digest) => setTyped({ ...typed, digest: { ...typed.digest, ...digest } })}
      />
    </>
  )
}

function describeMedian(days: number | null): string {
  if (days === null) return 'From 20 answers in 180 days on, they read the real median too.'
  return `The real median: ${formatDays(days)}.`
}
