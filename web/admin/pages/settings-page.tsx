import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Link, useLocation } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { useAuth } from '../../session/use-auth.ts'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { ownEmailQuery, settingsQuery, siteTextsQuery } from '../api/settings-api.ts'
import { AdminPage, adminPage } from '../frame/admin-page.tsx'
import { mailStatusQuery } from '../messages/messages-api.ts'
import { inboxStatusQuery } from '../messages/thread/replies-api.ts'
import { templatesQuery } from '../messages/writing/writing-api.ts'
import { AnswerSettings } from '../settings/answer-settings.tsx'
import { answerSettingsDrafts } from '../settings/answer-settings-form.ts'
import { DigestAddress, digestAddressDrafts } from '../settings/digest-address.tsx'
import { EmbedSettings, embedDrafts } from '../settings/embed-settings.tsx'
import { FeedAddresses } from '../settings/feed-addresses.tsx'
import { MailServer } from '../settings/mail-server.tsx'
import { ReplyMailbox } from '../settings/reply-mailbox.tsx'
import { SavedQuestionsEditor, savedQuestionDrafts } from '../settings/saved-questions-editor.tsx'
import { SettingsCard, SettingsGroup } from '../settings/settings-card.tsx'
import { SettingsForm } from '../settings/settings-form.tsx'
import { siteTextDrafts } from '../settings/site-text-form.ts'
import { SiteTextsEditor } from '../settings/site-texts-editor.tsx'
import { TemplateEditor, TemplateVariables, templateDrafts } from '../settings/template-editor.tsx'
import { type Drafts, useHasDraft } from '../settings/use-has-draft.ts'

/** A section of the settings: its name in the address, and where what is not saved in it is kept. */
type Section = { name: string; title: string; drafts: readonly Drafts[]; Body: ComponentType }

const SECTIONS: readonly [Section, ...Section[]] = [
  {
    name: 'answers',
    title: 'Answers to applicants',
    drafts: [answerSettingsDrafts, digestAddressDrafts],
    Body: Answers,
  },
  { name: 'mail', title: 'Mail', drafts: [templateDrafts], Body: Mail },
  { name: 'form', title: 'Application form', drafts: [savedQuestionDrafts], Body: ApplicationForm },
  { name: 'site', title: 'Careers site', drafts: [siteTextDrafts], Body: CareersSite },
  { name: 'elsewhere', title: 'Open positions elsewhere', drafts: [embedDrafts], Body: Elsewhere },
]

/** What applies to the whole site, a section at a time. */
export const page = adminPage(Body)

function Body({ title }: { title: string }) {
  const named = new URLSearchParams(useSearch()).get('section')
  const chosen = SECTIONS.find(({ name }) => name === named) ?? SECTIONS[0]
  return (
    <AdminPage title={title} note="What applies to the whole site.">
      <div className="grid max-w-[88rem] grid-cols-1 items-start gap-x-8 gap-y-4 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <nav aria-label="Sections" className="lg:sticky lg:top-[calc(var(--bar)+0.75rem)]">
          <ul className="flex list-none flex-wrap gap-1 p-0 lg:grid">
            {SECTIONS.map((section) => (
              <li key={section.name}>
                <SectionLink section={section} isChosen={section === chosen} />
              </li>
            ))}
          </ul>
        </nav>
        <SettingsGroup key={chosen.name} title={chosen.title}>
          <chosen.Body />
        </SettingsGroup>
      </div>
    </AdminPage>
  )
}

function SectionLink({ section: { name, title, drafts }, isChosen }: { section: Section; isChosen: boolean }) {
  const [path] = useLocation()
  const hasDraft = useHasDraft(drafts) && !isChosen
  return (
    <Link
      href={name === SECTIONS[0].name ? path : `${path}?section=${name}`}
      aria-current={isChosen ? 'page' : undefined}
      className="flex min-h-11 items-center gap-2 rounded-md border border-line px-3 lg:border-transparent text-ink text-sm no-underline hover:bg-accent-wash aria-[current]:border-line aria-[current]:bg-panel aria-[current]:font-semibold aria-[current]:text-accent md:min-h-9"
    >
      {title}
      {hasDraft && (
        <>
          <span aria-hidden="true" className="size-2 rounded-full bg-signal-amber" />
          <span className="sr-only"> (not saved)</span>
        </>
      )}
    </Link>
  )
}

function Answers() {
  const { token } = useAuth()
  return (
    <SettingsForm>
      <SettingsCard
        title="Answers"
        note="Nobody is left without an answer: how soon, and about what."
        query={useQuery(settingsQuery(token))}
        loading={<TableSkeleton words="Loading settings..." />}
        failure="Settings could not be loaded."
      >
        {(stored) => <AnswerSettings stored={stored} />}
      </SettingsCard>
      <SettingsCard
        title="Your daily digest"
        note="A mail with the names of those who wait longer than promised or do not know the decision. Only you get it at this address."
        query={useQuery(ownEmailQuery(token))}
        failure="The address of your digest could not be loaded."
      >
        {({ email }) => <DigestAddress stored={email ?? ''} />}
      </SettingsCard>
    </SettingsForm>
  )
}

function Mail() {
  const { token } = useAuth()
  return (
    <>
      <SettingsCard
        title="Mail server"
        query={useQuery(mailStatusQuery(token))}
        failure="The mail server could not be loaded."
      >
        {(status) => <MailServer status={status} />}
      </SettingsCard>
      <SettingsCard
        title="Replies"
        query={useQuery(inboxStatusQuery(token))}
        failure="The mailbox of replies could not be loaded."
      >
        {(status) => <ReplyMailbox status={status} />}
      </SettingsCard>
      <SettingsForm>
        <SettingsCard
          title="Texts of messages"
          note={<TemplateVariables />}
          query={useQuery(templatesQuery(token))}
          failure="Templates could not be loaded."
        >
          {(stored) => <TemplateEditor templates={stored} />}
        </SettingsCard>
      </SettingsForm>
    </>
  )
}

function ApplicationForm() {
  const { token } = useAuth()
  return (
    <SettingsCard
      title="Saved questions"
      note="For the application forms of several postings. A posting that uses one has a copy: a change here does not change it."
      query={useQuery(settingsQuery(token))}
      failure="Saved questions could not be loaded."
    >
      {({ settings }) => <SavedQuestionsEditor questions={settings.savedQuestions} />}
    </SettingsCard>
  )
}

function CareersSite() {
  const { token } = useAuth()
  return (
    <SettingsForm>
      <SettingsCard
        title="Texts of the site"
        note="What visitors read, from the next visit on."
        query={useQuery(siteTextsQuery(token))}
        failure="The texts of the site could not be loaded."
      >
        {(stored) => <SiteTextsEditor stored={stored} />}
      </SettingsCard>
    </SettingsForm>
  )
}

function Elsewhere() {
  const { token } = useAuth()
  return (
    <>
      <SettingsForm>
        <SettingsCard
          title="List on other sites"
          note="Your own sites can show the open positions in their pages. Sites that are not named here cannot."
          query={useQuery(settingsQuery(token))}
          failure="The list for other sites could not be loaded."
        >
          {(stored) => <EmbedSettings stored={stored} />}
        </SettingsCard>
      </SettingsForm>
      <FeedAddresses />
    </>
  )
}
