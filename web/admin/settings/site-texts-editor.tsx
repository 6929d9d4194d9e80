import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LegalPage } from '../../../contract/site/site-texts.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { PAGE } from '../../../contract/wire/paths.ts'
import { isEditConflict } from '../../api/edit-conflict.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { useAuth } from '../../session/use-auth.ts'
import { useDraft } from '../../session/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { pickTyped, type StoredSiteTexts, saveSiteTexts, siteTextsQuery } from '../api/settings-api.ts'
import { useChange } from './settings-form.tsx'
import {
  errorAt,
  isBuiltIn,
  parseFields,
  readFields,
  SITE_TEXT_DRAFT,
  type SiteTextFields,
  siteTextDrafts,
} from './site-text-form.ts'

const PAGES: Record<LegalPage, string> = { privacy: 'Privacy Policy', terms: 'Terms of Service' }

/** What visitors read about hiring, benefits, privacy and terms. */
export function SiteTextsEditor({ stored }: { stored: StoredSiteTexts }) {
  // Only what was typed, so that a conflict loses none of it and keeps what another admin has changed elsewhere.
  const [typed, setTyped] = useState<Partial<SiteTextFields>>({})
  const read = readFields(stored)
  const fields = { ...read, ...typed }
  const isDirty = Object.entries(fields).some(([name, text]) => text !== read[name as keyof SiteTextFields])
  useDraft({
    store: siteTextDrafts,
    about: SITE_TEXT_DRAFT,
    restore: setTyped,
    read: () => (isDirty ? typed : undefined),
  })
  const saving = useSave()
  const { data, error } = parseFields(fields, stored.builtIn)
  const control = (name: keyof SiteTextFields) => ({
    value: fields[name],
    error: errorAt(error, name),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: currentTarget.value }),
  })
  const save = () => {
    if (!data) return
    const onSuccess = () => setTyped((now) => (now === typed ? {} : now))
    saving.mutate({ texts: pickTyped(data, typed), version: stored.version }, { onSuccess })
  }
  const { isPending: isBusy } = saving
  useChange(isDirty ? { title: 'Texts of the site', isBusy, save, discard: () => setTyped({}) } : undefined)
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 lg:gap-x-6">
      <TextAreaField
        label="Who reads an application"
        isStandalone
        className="short-text lg:col-span-2"
        hint="A sentence of the timeline on the landing page, and of the confirmation."
        {...control('readers')}
      />
      <TextAreaField
        label="How long data is kept"
        isStandalone
        className="short-text lg:col-span-2"
        hint="Beside Submit in every form. Leave it empty for no such line."
        {...control('retention')}
      />
      <TextAreaField
        label="Steps after the first answer"
        isStandalone
        hint="One on each line. They end the timeline on the landing page."
        {...control('hiringSteps')}
      />
      <TextAreaField
        label="Benefits"
        isStandalone
        hint="One on each line. Without any, the landing page has no list of benefits."
        {...control('benefits')}
      />
      {(['privacy', 'terms'] as const).map((page) => (
        <div key={page} className="grid content-start gap-2">
          <TextAreaField
            label={PAGES[page]}
            isStandalone
            rows={12}
            hint={`The page ${PAGE[page]}. A line that starts with # is a heading, with ## a smaller one, with - or 1. an item of a list. Leave it empty for no page.`}
            {...control(page)}
          />
          {isBuiltIn(fields[page], stored.builtIn[page]) ? (
            <p className="border-signal-amber border-l-4 pl-4 text-sm">
              This is the built-in text, not yours. Review it before you publish the site: it describes what the program
              stores, and no lawyer of yours has read it.
            </p>
          ) : (
            <Button
              tone="quiet"
              className="justify-self-start"
              onClick={() => setTyped({ ...typed, [page]: stored.builtIn[page] })}
            >
              {`Use the built-in ${PAGES[page]}`}
            </Button>
          )}
        </div>
      ))}
    </div>
  )
}

function useSave() {
  const client = useQueryClient()
  const { token } = useAuth()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: saveSiteTexts,
    onSuccess: (stored) => {
      client.setQueryData(siteTextsQuery(token).queryKey, stored)
      toast({ title: 'Texts saved' })
    },
    onError: (error) => {
      const isConflict = isEditConflict(error)
      const description = isConflict
        ? 'Another admin has changed the texts meanwhile. What you typed is still here: save again to replace theirs.'
        : 'What you typed is still here. Please try again'
      showFailure(error, { title: 'Texts were not saved', description })
      if (isConflict) void client.invalidateQueries({ queryKey: [ADMIN_API.siteTexts] })
    },
  })
}
