import { useQuery } from '@tanstack/react-query'
import { failureMessage } from '../../api/api-error.ts'
import { sitePage } from '../../layout/site-page.tsx'
import { WithoutScript } from '../../layout/without-script.tsx'
import { usePrivateLink } from '../../session/use-private-link.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useToaster } from '../../ui/toast/toast.ts'
import { askedQuestionQuery, isLinkEnded } from './asked-api.ts'
import { AskedApplication } from './asked-application.tsx'
import { ColleagueCard } from './colleague-card.tsx'
import { OpenLink } from './open-link.tsx'

/** Where a colleague without an account answers a question. Its title names no person. */
export const page = sitePage({ title: 'A question about an applicant', Body: ColleaguePage })

function ColleaguePage({ title }: { title: string }) {
  useToaster()
  const token = usePrivateLink('question')
  return (
    <div data-guest>
      {token ? (
        <Question key={token} title={title} token={token} />
      ) : (
        <ColleagueCard title={title}>
          <WithoutScript>This page needs JavaScript to read the question from its link.</WithoutScript>
          {token === null && <p role="alert">This page opens with the link in the mail of a colleague.</p>}
        </ColleagueCard>
      )}
    </div>
  )
}

function Question({ title, token }: { title: string; token: string }) {
  const { data, error, refetch, isFetching } = useQuery(askedQuestionQuery(token))
  if (data?.asked) return <AskedApplication askedBy={data.askedBy} asked={data.asked} token={token} />
  if (data) return <OpenLink question={data} token={token} />
  return (
    <ColleagueCard title={title}>
      {!error && (
        <p role="status" className="flex items-center gap-3 text-ink-muted">
          <Spinner />
          Reading the question...
        </p>
      )}
      {error && isLinkEnded(error) && <p role="alert">{failureMessage(error)}</p>}
      {error && !isLinkEnded(error) && (
        <div role="alert" className="grid justify-items-start gap-4">
          <p>{failureMessage(error)}</p>
          <Button isBusy={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
    </ColleagueCard>
  )
}
