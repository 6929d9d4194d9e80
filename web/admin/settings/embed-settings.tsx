import { useId, useState } from 'react'
import { settingsSchema } from '../../../contract/site/settings.ts'
import { EMBED_SCRIPT } from '../../../contract/wire/paths.ts'
import { usePageData } from '../../layout/page-data-context.ts'
import { createStoredDrafts } from '../../session/stored-drafts.ts'
import { useDraft } from '../../session/use-draft.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import { useSentFault } from '../../ui/form/use-sent-faults.ts'
import type { StoredSettings } from '../api/settings-api.ts'
import { LocalAddressNote } from './local-address-note.tsx'
import { useChange } from './settings-form.tsx'
import { useSaveSettings } from './use-save-settings.ts'

/** The unsaved list of sites in this browser tab. */
export const embedDrafts = createStoredDrafts<string>('embed-settings-drafts')

/** Key of its only draft. */
const DRAFT = 0

/** Which of the company's sites may show the list of open positions, and what to put into their pages. */
export function EmbedSettings({ stored }: { stored: StoredSettings }) {
  // Undefined until something is typed: what another admin saves is then shown.
  const [typed, setTyped] = useState<string>()
  const kept = stored.settings.embeddingSites.join('\n')
  const text = typed ?? kept
  const isDirty = text !== kept
  useDraft({ store: embedDrafts, about: DRAFT, restore: setTyped, read: () => (isDirty ? typed : undefined) })
  const saving = useSaveSettings()
  const embeddingSites = text.split(/\s+/).filter((site) => site !== '')
  const parsed = settingsSchema.shape.embeddingSites.safeParse(embeddingSites)
  const { shown, noteAttempt } = useSentFault(parsed.error?.issues[0]?.message)
  const save = () => {
    noteAttempt()
    if (!parsed.success) return
    const onSuccess = () => setTyped((now) => (now === text ? undefined : now))
    saving.mutate({ settings: { embeddingSites: parsed.data }, version: stored.version }, { onSuccess })
  }
  const discard = () => setTyped(undefined)
  useChange(isDirty ? { title: 'List on other sites', isBusy: saving.isPending, save, discard } : undefined)
  return (
    <>
      <TextAreaField
        label="Sites that may embed the list"
        isStandalone
        className="w-full"
        rows={3}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={shown}
        hint="One on each line, such as https://www.example.com. Leave it empty to let no site embed it."
      />
      {stored.settings.embeddingSites.length > 0 && <EmbedSnippet />}
    </>
  )
}

function EmbedSnippet() {
  const { publicUrl } = usePageData()
  const labelId = useId()
  const snippet = [
    `<script src="${publicUrl}${EMBED_SCRIPT}" async></script>`,
    `<noscript><a href="${publicUrl}">Open positions</a></noscript>`,
  ].join('\n')
  return (
    <section aria-labelledby={labelId} className="grid grid-cols-1 justify-items-start gap-2">
      <h4 id={labelId} className="text-ink-muted text-sm">
        Put this where the list should be
      </h4>
      <LocalAddressNote />
      <pre className="m-0 w-full whitespace-pre-wrap wrap-anywhere rounded-md border border-line bg-paper p-3 font-mono text-sm">
        {snippet}
      </pre>
      <p className="text-ink-muted text-sm">
        For a dark page add <code className="font-mono">data-theme="dark"</code>, or{' '}
        <code className="font-mono">"auto"</code> to follow the visitor's system.
      </p>
      <CopyButton text={snippet} what="the snippet" />
    </section>
  )
}
