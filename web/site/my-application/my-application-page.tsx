import { type ReactNode, useState } from 'react'
import {
  APPLICATION_STAGE,
  APPLICATION_STAGES,
  type ApplicationStage,
} from '../../../contract/applications/application-statuses.ts'
import type { OwnInterview } from '../../../contract/interviews/interview.ts'
import { CHOICE_PARAMETER } from '../../../contract/wire/paths.ts'
import { failureMessage } from '../../api/api-error.ts'
import { usePageData } from '../../layout/page-data-context.ts'
import { sitePage } from '../../layout/site-page.tsx'
import { WithoutScript } from '../../layout/without-script.tsx'
import { type LinkToken, usePrivateLink } from '../../session/use-private-link.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { formatCalendarDay, formatDay } from '../../ui/text/date-formats.ts'
import { AddNote } from './add-note.tsx'
import { AnswerClockPanel } from './answer-clock-panel.tsx'
import { EndApplication, type EndApplicationProps } from './end-application.tsx'
import { KeepingOfNotice, KeepOnFile } from './keep-on-file.tsx'
import { isLinkInvalid, useKeeping, useMyApplication } from './my-application-api.ts'
import { NewLinkForm } from './new-link-form.tsx'
import { OwnInterviews } from './own-interviews.tsx'
import { OwnOffers } from './own-offers.tsx'
import { ReplaceResume } from './replace-resume.tsx'
import { SentApplication, SentMessages } from './sent-application.tsx'

/** The private page of an applicant (`docs/decisions/0068-my-application.md`). Its title names no person. */
export const page = sitePage({ title: 'My application', Body: PrivatePage })

/** How the fragment of a link begins that opens nothing but the choice to stay on file. */
const OF_CHOICE = `${CHOICE_PARAMETER}=`

function PrivatePage({ title }: { title: string }) {
  const token = usePrivateLink('application')
  return (
    <div className="wrap grid gap-8 pt-12 md:pt-16">
      <h1 className="text-3xl">{title}</h1>
      <WithoutScript>This page needs JavaScript to read your application from its private link.</WithoutScript>
      {token?.startsWith(OF_CHOICE) ? (
        <Choice key={token} token={token.slice(OF_CHOICE.length)} />
      ) : (
        <Content key={token} token={token} />
      )}
    </div>
  )
}

function Content({ token }: { token: LinkToken }) {
  const { data, error, refetch } = useMyApplication(token ?? null)
  const [erasure, setErasure] = useState<{ keptUntil: string | null }>()
  if (erasure) return <Erased {...erasure} />
  if (token === null || isLinkInvalid(error)) return <NoLink wasOpened={token !== null} />
  if (data && token)
    return <Application application={data} token={token} onErased={(keptUntil) => setErasure({ keptUntil })} />
  if (!error) return <Loading />
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p>{failureMessage(error)}</p>
      <Button onClick={() => refetch()}>Try again</Button>
    </div>
  )
}

/** What the link of a notice before the erasure opens. */
function Choice({ token }: { token: string }) {
  const { data, error, refetch } = useKeeping(token)
  if (isLinkInvalid(error)) return <NoLink wasOpened />
  if (data) return <KeepingOfNotice {...data} token={token} />
  if (!error) return <Loading />
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p>{failureMessage(error)}</p>
      <Button onClick={() => refetch()}>Try again</Button>
    </div>
  )
}

function Erased({ keptUntil }: { keptUntil: string | null }) {
  if (keptUntil === null) return <p role="status">Your application is being erased. There is nothing more to do.</p>
  return (
    <section role="status" className="measure grid gap-2">
      <h2 className="text-lg">We have your request</h2>
      <p>
        Your application is withdrawn. A legal matter makes us keep it until {formatCalendarDay(keptUntil)} at least.
        Then it is erased; you need to do nothing more.
      </p>
    </section>
  )
}

function Application({ application, token, onErased }: EndApplicationProps) {
  const { reference, job, stage, withdrawnAt, interviews, offers, messages, keeping } = application
  return (
    <div className="grid gap-10">
      <div className="grid items-start gap-8 lg:grid-cols-12">
        <div className="grid gap-8 lg:col-span-7">
          <section aria-label="Status" className="grid gap-6">
            <div>
              <p className="font-mono text-ink-muted text-sm">{reference}</p>
              <h2 className="mt-1 text-lg wrap-anywhere">
                <bdi>{job ?? 'General application'}</bdi>
              </h2>
            </div>
            <AnswerClockPanel application={application} />
            {withdrawnAt ? (
              <p className="border-signal-amber border-l-4 pl-4">
                You withdrew this application on <span className="whitespace-nowrap">{formatDay(withdrawnAt)}</span>.
              </p>
            ) : (
              <StageList
                stage={stage}
                hadInterview={interviews.some(hasBegun)}
                hasTimes={offers.some(({ times }) => times.length > 0)}
              />
            )}
          </section>
          {keeping && <KeepOnFile keeping={keeping} token={token} />}
          <OwnOffers offers={offers} token={token} />
          <OwnInterviews interviews={interviews} token={token} />
          <SentMessages messages={messages} />
          {!withdrawnAt && <AddNote token={token} />}
          {!withdrawnAt && stage !== 'decided' && <ReplaceResume application={application} token={token} />}
        </div>
        <div className="lg:col-span-5">
          <SentApplication application={application} token={token} />
        </div>
      </div>
      <EndApplication application={application} token={token} onErased={onErased} />
    </div>
  )
}

/** `hadInterview` tells whether an interview has begun, `hasTimes` whether there are times for one to choose from. */
type StageListProps = { stage: ApplicationStage; hadInterview: boolean; hasTimes: boolean }

/**
 * The stages of an application, with the one that it has reached. A decision may come without an interview. Beside offered times
 * no sentence stands: one that promises a talk would be taken back with them, also by a refusal that is not told.
 */
function StageList({ stage, hadInterview, hasTimes }: StageListProps) {
  const reached = APPLICATION_STAGES.indexOf(stage)
  const isReached = (each: ApplicationStage, index: number) =>
    index <= reached && (each !== 'interview' || stage === 'interview' || hadInterview)
  return (
    <div>
      <ol aria-label="Stages" className="grid grid-cols-4 gap-1.5">
        {APPLICATION_STAGES.map((each, index) => (
          <li
            key={each}
            aria-current={index === reached ? 'step' : undefined}
            className={`border-t-4 pt-2 text-sm ${isReached(each, index) ? 'border-accent' : 'border-line text-ink-muted'} ${index === reached ? 'font-semibold' : ''}`}
          >
            {APPLICATION_STAGE[each].name}
          </li>
        ))}
      </ol>
      {!hasTimes && <p className="mt-4">{APPLICATION_STAGE[stage].note}</p>}
    </div>
  )
}

function hasBegun({ state, startsAt }: OwnInterview): boolean {
  return state === 'planned' && Date.parse(startsAt) <= Date.now()
}

function NoLink({ wasOpened }: { wasOpened: boolean }) {
  const { sendsMail } = usePageData()
  const reason: ReactNode = wasOpened
    ? 'This link is not valid, or not any more.'
    : 'This page opens with the private link in our messages to you.'
  return (
    <div className="grid gap-5">
      <p role={wasOpened ? 'alert' : undefined} className="measure wrap-anywhere">
        {reason} {sendsMail ? 'Enter the email address of your application, and we send a new link to it.' : <NoMail />}
      </p>
      {sendsMail && <NewLinkForm />}
    </div>
  )
}

/** What helps where no mail server is configured. */
function NoMail() {
  const { email } = usePageData().company
  return (
    <>
      This site sends no mail at present: write to <a href={`mailto:${email}`}>{email}</a> about your application.
    </>
  )
}

function Loading() {
  return (
    <div role="status" className="grid min-h-[40vh] place-items-center text-accent noscript:hidden">
      <Spinner />
      <span className="sr-only">Loading your application</span>
    </div>
  )
}
