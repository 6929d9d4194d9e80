import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Application } from '../../../contract/applications/application.ts'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import type { ColleagueQuestion } from '../../../contract/team/colleague-questions.ts'
import { useAuth } from '../../session/use-auth.ts'
import { useMay } from '../../session/use-may.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useKeys } from '../../ui/keys/use-keys.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { formatDay, formatShortDayAndTime } from '../../ui/text/date-formats.ts'
import { openWhenLoaded } from '../../ui/toast/open-when-loaded.ts'
import { hasLink, stateOf } from './question-states.ts'
import { colleagueQuestionsQuery, useEndQuestion } from './questions-api.ts'

const AskDialog = lazyPart(async () => (await import('./ask-dialog.tsx')).AskDialog)
const LinkDialog = lazyPart(async () => (await import('./link-dialog.tsx')).LinkDialog)

/** Which colleagues without an account were asked about an applicant, and the button that asks one. */
export function AskedColleagues({ application }: { application: Application }) {
  const { token } = useAuth()
  const may = useMay()
  const { data } = useQuery(colleagueQuestionsQuery(token, application.id))
  const [isAsking, setAsking] = useState(false)
  const mayAsk = may(APPLICATIONS.ask, application.jobId) && !application.quarantined
  const ask = () => openWhenLoaded('Ask a colleague', AskDialog.preload, () => setAsking(true))
  useKeys({ a: { label: 'Ask a colleague', run: mayAsk && data ? ask : undefined } })
  // The room of the button, which moves nothing when it comes.
  if (!data) return mayAsk && <div className="h-9 max-md:h-11" />
  if (!mayAsk && data.questions.length === 0) return null
  return (
    <div className="grid gap-3">
      {data.questions.length > 0 && (
        <>
          <h4 className="text-ink-muted text-sm">Asked colleagues</h4>
          <ul aria-label="Asked colleagues, newest first" className="grid list-none gap-3 p-0">
            {data.questions.map((question) => (
              <AskedColleague key={question.id} {...{ question, mayAsk }} sendsMail={data.sendsMail} />
            ))}
          </ul>
        </>
      )}
      {mayAsk && (
        <Button tone="secondary" className="justify-self-start" aria-keyshortcuts="a" onClick={ask}>
          Ask a colleague
        </Button>
      )}
      {isAsking && (
        <AskDialog.View application={application} sendsMail={data.sendsMail} onClose={() => setAsking(false)} />
      )}
    </div>
  )
}

type AskedColleagueProps = { question: ColleagueQuestion; sendsMail: boolean; mayAsk: boolean }

function AskedColleague({ question, sendsMail, mayAsk }: AskedColleagueProps) {
  const [opened, setOpened] = useState<'link' | 'end' | null>(null)
  const end = useEndQuestion()
  const { tone, words } = stateOf(question, sendsMail)
  const name = question.name ?? question.email
  const close = () => setOpened(null)
  return (
    <li className="grid gap-1 border-line border-l-2 pl-3 text-sm">
      <p className="wrap-anywhere flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi>{name}</bdi>
        {question.name !== null && <span className="text-ink-muted">{question.email}</span>}
        <Badge tone={tone}>{words}</Badge>
      </p>
      <p dir="auto" className="wrap-anywhere line-clamp-3">
        {question.question}
      </p>
      <p className="wrap-anywhere text-ink-muted">
        <AskedBy question={question} />
        {question.lastOpenedAt && ` Last opened ${formatShortDayAndTime(question.lastOpenedAt)}.`}
        {question.isOpen && ` Works until ${formatDay(question.expiresAt)}.`}
      </p>
      {mayAsk && question.isOpen && (
        <div className="-ml-2 flex flex-wrap gap-x-2">
          {question.mayMakeLink && !(sendsMail && question.mail === 'waiting') && (
            <Button
              tone="quiet"
              className="text-sm!"
              aria-label={`${hasLink(question) ? 'New link' : 'Make a link'} for ${name}`}
              onClick={() => openWhenLoaded('Make a link', LinkDialog.preload, () => setOpened('link'))}
            >
              {hasLink(question) ? 'New link' : 'Make a link'}
            </Button>
          )}
          <Button
            tone="quiet"
            className="text-sm!"
            isBusy={end.isPending}
            aria-label={`End link of ${name}`}
            onClick={() => setOpened('end')}
          >
            End link
          </Button>
        </div>
      )}
      {opened === 'link' && <LinkDialog.View question={question} onClose={close} />}
      {opened === 'end' && (
        <ConfirmDialog
          title="End link"
          question={`${name} can no longer read the application or answer. What was answered stays.`}
          action="End link"
          onConfirm={() => end.mutate(question)}
          onClose={close}
        />
      )}
    </li>
  )
}

/** Another person may have made the link of an interviewer since: then the day is not that person's. */
function AskedBy({ question: { name, askedBy, createdAt } }: { question: ColleagueQuestion }) {
  if (name !== null)
    return (
      <>
        Interviewer, by a link of <bdi>{askedBy}</bdi>.
      </>
    )
  return (
    <>
      Asked by <bdi>{askedBy}</bdi>, {formatShortDayAndTime(createdAt)}.
    </>
  )
}
