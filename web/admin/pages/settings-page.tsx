import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../layout/loaded.tsx'
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
import { SiteTextsEditor } from '../settings/site-texts-editor.tsx'
import { TemplateEditor } from '../settings/template-editor.tsx'

/** What applies to the whole site. */
export const page = adminPage(Body)

function Body({ title }: { title: string }) {
  const { token } = useAuth()
  const settings = useQuery(settingsQuery(token))
  const templates = useQuery(templatesQuery(token))
  const texts = useQuery(siteTextsQuery(token))
  return (
    <AdminPage title={title} note="What applies to the whole site.">
      <div className="grid max-w-[76rem] grid-cols-1 gap-8 pt-3">
        <SettingsGroup title="Answers to applicants">
          <Loaded
            query={settings}
            loading={<TableSkeleton words="Loading settings..." />}
            failure="Settings could not be loaded."
          >
            {(stored) => <AnswerSettings stored={stored} />}
          </Loaded>
          <DigestAddress />
        </SettingsGroup>
        <SettingsGroup title="Mail">
          <MailServer />
          {templates.data && <TemplateEditor templates={templates.data} />}
        </SettingsGroup>
        <SettingsGroup title="Application form">
          {settings.data && <SavedQuestionsCard questions={settings.data.settings.savedQuestions} />}
        </SettingsGroup>
        <SettingsGroup title="Careers site">{texts.data && <SiteTextsEditor stored={texts.data} />}</SettingsGroup>
        <SettingsGroup title="Open positions elsewhere">
          {settings.data && <EmbedSettings stored={settings.data} />}
          <FeedAddresses />
        </SettingsGroup>
      </div>
    </AdminPage>
  )
}
