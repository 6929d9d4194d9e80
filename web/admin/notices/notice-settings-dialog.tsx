import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import {
  NOTICE_CHANNELS,
  NOTICE_KIND,
  NOTICE_KINDS,
  type NoticeChannel,
  type NoticeKind,
} from '../../../contract/team/notice-kinds.ts'
import type { NoticeSettings } from '../../../contract/team/notices.ts'
import { failureMessage } from '../../api/api-error.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { usePageData } from '../../layout/page-data-context.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { noticeSettingsQuery, refetchNotices, saveNoticeSettings } from './notices-api.ts'

const CHANNEL_NAMES: Readonly<Record<NoticeChannel, string>> = { page: 'In the page', mail: 'By mail' }

/** Switches each kind of notice on and off, for the page and for mail. */
export function NoticeSettingsDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const { token } = useAuth()
  const query = useQuery(noticeSettingsQuery(token))
  const saving = useSave(onClose)
  const { sendsMail } = usePageData()
  return (
    <Dialog
      onClose={onClose}
      staysOpenOnOutsideClick
      title="Notice settings"
      description={
        sendsMail
          ? 'Which notices you get, and where. Mail goes to the address of your account.'
          : 'Which notices you get in the page. No mail server is configured, so none go by mail.'
      }
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={saving.isPending} isUnavailable={!query.data}>
            Save notices
          </Button>
        </>
      }
    >
      <Loaded query={query} loading={null} failure="Your choice could not be loaded.">
        {(settings) => <SettingsForm id={formId} {...{ settings, sendsMail }} onSave={saving.mutate} />}
      </Loaded>
    </Dialog>
  )
}

type SettingsFormProps = {
  id: string
  settings: NoticeSettings
  sendsMail: boolean
  onSave: (settings: NoticeSettings) => void
}

function SettingsForm({ id, settings, sendsMail, onSave }: SettingsFormProps) {
  const [chosen, setChosen] = useState(settings)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave(chosen)
  }
  const switchOf = (kind: NoticeKind, channel: NoticeChannel) => ({
    isOn: chosen[kind][channel],
    onChange: (isOn: boolean) => setChosen({ ...chosen, [kind]: { ...chosen[kind], [channel]: isOn } }),
  })
  return (
    <form id={id} noValidate aria-label="Notices" className="grid gap-5" onSubmit={submit}>
      {sendsMail ? (
        NOTICE_KINDS.map((kind) => (
          <fieldset key={kind} className="grid gap-1 border-0 p-0">
            <legend className="font-semibold">{NOTICE_KIND[kind].when}</legend>
            <div className="flex flex-wrap gap-x-6">
              {NOTICE_CHANNELS.map((channel) => (
                <NoticeSwitch key={channel} name={CHANNEL_NAMES[channel]} {...switchOf(kind, channel)} />
              ))}
            </div>
          </fieldset>
        ))
      ) : (
        <fieldset className="grid gap-1 border-0 p-0">
          <legend className="sr-only">{CHANNEL_NAMES.page}</legend>
          {NOTICE_KINDS.map((kind) => (
            <NoticeSwitch key={kind} name={NOTICE_KIND[kind].when} {...switchOf(kind, 'page')} />
          ))}
        </fieldset>
      )}
    </form>
  )
}

type NoticeSwitchProps = { name: string; isOn: boolean; onChange: (isOn: boolean) => void }

function NoticeSwitch({ name, isOn, onChange }: NoticeSwitchProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-accent"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      {name}
    </label>
  )
}

function useSave(onSaved: () => void) {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: saveNoticeSettings,
    onSuccess: () => {
      toast({ title: 'Notices saved' })
      void refetchNotices(client)
      onSaved()
    },
    onError: (failure) =>
      showFailure(failure, { title: 'Notices were not saved', description: failureMessage(failure) }),
  })
}
