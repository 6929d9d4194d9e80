import { useQuery } from '@tanstack/react-query'
import { readStateOf } from '../../api/retry-after-failure.ts'
import { LoadFailure } from '../../layout/load-failure.tsx'
import { useSessionWatch } from '../../session/end-session.ts'
import { useAuth } from '../../session/use-auth.ts'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { settingsQuery, siteTextsQuery } from '../api/settings-api.ts'
import { AdminPage, adminPage } from '../frame/admin-page.tsx'
import { templatesQuery } from '../messages/writing/writing-api.ts'
import { AnswerSettings } from '../settings/answer-settings.tsx'
import { DigestAddress } from '../settings/digest-address.tsx'
import { EmbedSettings } from '../settings/embed-settings.tsx'
import { FeedAddresses } from '../settings/feed-addresses.tsx'
import { MailServer } from '../settings/mail-server.tsx'
import { SavedQuestionsCard } from '../settings/saved-questions-card.tsx'
import { SettingsGroup } from '../settings/settings-card.tsx'
import { SiteTexts } from '../settings/site-texts.tsx'
import { TemplateEditor } from '../settings/template-editor.tsx'

/** What applies to the whole site. */
export const page = adminPage(Body)

function Body({ title }: { title: string }) {
  return (
    <AdminPage title={title} note="What applies to the whole site.">
      <div className="grid max-w-[76rem] grid-cols-1 gap-8 pt-3">
        <SettingsGroup title="Answers to applicants">
          <Answers />
          <DigestAddress />
        </SettingsGroup>
        <SettingsGroup title="Mail">
          <MailServer />
          <Templates />
        </SettingsGroup>
        <SettingsGroup title="Application form">
          <Questions />
        </SettingsGroup>
        <SettingsGroup title="Careers site">
          <Texts />
        </SettingsGroup>
        <SettingsGroup title="Open positions elsewhere">
          <Embedding />
          <FeedAddresses />
        </SettingsGroup>
      </div>
    </AdminPage>
  )
}

function Answers() {
  const { token } = useAuth()
  const query = useQuery(settingsQuery(token))
  useSessionWatch(query.error)
  if (query.data) return <AnswerSettings stored={query.data} />
  if (readStateOf(query) === 'loading') return <TableSkeleton words="Loading settings..." />
  return (
    <LoadFailure
      words="Settings could not be loaded."
      isTrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}

function Embedding() {
  const { token } = useAuth()
  const { data } = useQuery(settingsQuery(token))
  return data ? <EmbedSettings stored={data} /> : null
}

function Questions() {
  const { token } = useAuth()
  const { data } = useQuery(settingsQuery(token))
  return data ? <SavedQuestionsCard questions={data.settings.savedQuestions} /> : null
}

function Templates() {
  const { token } = useAuth()
  const { data } = useQuery(templatesQuery(token))
  return data ? <TemplateEditor templates={data} /> : null
}

function Texts() {
  const { token } = useAuth()
  const { data } = useQuery(siteTextsQuery(token))
  return data ? <SiteTexts stored={data} /> : null
}
