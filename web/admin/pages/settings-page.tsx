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
          <Loaded query={templates} loading={null} failure="Templates could not be loaded.">
            {(stored) => <TemplateEditor templates={stored} />}
          </Loaded>
        </SettingsGroup>
        <SettingsGroup title="Application form">
          <Loaded query={settings} loading={null} failure="Saved questions could not be loaded.">
            {(stored) => <SavedQuestionsCard questions={stored.settings.savedQuestions} />}
          </Loaded>
        </SettingsGroup>
        <SettingsGroup title="Careers site">
          <Loaded query={texts} loading={null} failure="The texts of the site could not be loaded.">
            {(stored) => <SiteTextsEditor stored={stored} />}
          </Loaded>
        </SettingsGroup>
        <SettingsGroup title="Open positions elsewhere">
          <Loaded query={settings} loading={null} failure="The list for other sites could not be loaded.">
            {(stored) => <EmbedSettings stored={stored} />}
          </Loaded>
          <FeedAddresses />
        </SettingsGroup>
      </div>
    </AdminPage>
  )
}
