import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { Application } from '../../../contract/applications/application.ts'
import type { TemplateKind } from '../../../contract/messages/message-kinds.ts'
import type { MessageText } from '../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { useAuth } from '../../session/use-auth.ts'
import { FilledMessage } from '../messages/filled-message.tsx'
import { previewMessage } from '../messages/writing/writing-api.ts'

/** A text as the newest applicant would get it. @param kind the message whose text it is @param text undefined while it has a fault */
export function TemplatePreview({ kind, text }: { kind: TemplateKind; text: MessageText | undefined }) {
  const { token } = useAuth()
  const newest = useQuery({
    queryKey: [ADMIN_API.applications, 'newest', token],
    queryFn: ({ signal }) =>
      jsonRequest<Application[]>('GET', `${ADMIN_API.applications}?limit=1&sort=-date`, { token, signal }),
  })
  const application = newest.data?.[0]
  const shown = useDeferredValue(text)
  // The only message that has a day of its own.
  const decision = kind === 'erasure_notice' ? kind : undefined
  const preview = useQuery({
    queryKey: [ADMIN_API.messagePreview, application?.id, shown, decision],
    queryFn: ({ signal }) => previewMessage({ id: application?.id ?? 0, decision }, shown as MessageText, signal),
    enabled: application !== undefined && shown !== undefined,
    placeholderData: (previous) => previous,
  })
  const { data } = preview
  return (
    <section aria-label="Preview" className="grid content-start gap-2 rounded-md border border-line bg-paper p-4">
      {data && application ? (
        <>
          <p className="text-ink-muted text-sm">
            Preview for {application.name} ({data.toAddress})
          </p>
          <FilledMessage {...data} />
        </>
      ) : (
        <p className="text-ink-muted text-sm">{whyEmpty(newest, preview.isError)}</p>
      )}
    </section>
  )
}

/** Why there is no preview; nothing while it loads. */
function whyEmpty({ data, isError }: { data: unknown[] | undefined; isError: boolean }, isRefused: boolean): string {
  if (isError || isRefused) return 'The preview could not be loaded.'
  return data?.length === 0 ? 'The preview appears here once there is an application.' : ''
}
