import { useQuery } from '@tanstack/react-query'
import type { JoinOffer } from '../../../contract/accounts/people.ts'
import { ROLE_NAMES } from '../../../contract/accounts/roles.ts'
import { INVITATION_TOKEN_HEADER, INVITATION_TOKEN_PARAMETER } from '../../../contract/wire/admin-paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { ApiError, failureMessage } from '../../api/api-error.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { shouldRetryQuery } from '../../api/retry-rules.ts'
import { sitePage } from '../../layout/site-page.tsx'
import { WithoutScript } from '../../layout/without-script.tsx'
import { useLinkToken } from '../../session/use-link-token.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { formatDayAndTime } from '../../ui/text/date-formats.ts'
import { JoinWithCompanyAccount } from '../company-account/join-with-company-account.tsx'
import { JoinForm } from './join-form.tsx'

/** Where an invited person makes an account. Its title names no person. */
export const page = sitePage({ title: 'Join', Body: JoinPage })

function JoinPage({ title }: { title: string }) {
  const token = useLinkToken(INVITATION_TOKEN_PARAMETER)
  return (
    <div data-guest className="wrap grid justify-items-center pt-12 md:pt-20">
      <div className="grid w-full max-w-lg gap-5 rounded-md border border-line bg-panel p-5 md:p-8">
        <WithoutScript>This page needs JavaScript to read the invitation from its link.</WithoutScript>
        <Invitation key={token} title={title} token={token} />
      </div>
    </div>
  )
}

function Invitation({ title, token }: { title: string; token: string | undefined }) {
  const { data, error, refetch, isFetching } = useJoinOffer(token)
  if (data && token) return <Offer offer={data} token={token} />
  const isEnded = token === '' || (error instanceof ApiError && error.status === 404)
  return (
    <>
      <h1 className="text-2xl">{title}</h1>
      {isEnded && (
        <p role="alert">
          {token === ''
            ? 'This page opens with the link of an invitation. Ask the person who invited you for it.'
            : failureMessage(error as Error)}
        </p>
      )}
      {!isEnded && error && (
        <div role="alert" className="grid justify-items-start gap-4">
          <p>{failureMessage(error)}</p>
          <Button isBusy={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!isEnded && !error && (
        <p role="status" className="flex items-center gap-3 text-ink-muted noscript:hidden">
          <Spinner />
          Reading your invitation...
        </p>
      )}
    </>
  )
}

function Offer({ offer, token }: { offer: JoinOffer; token: string }) {
  const { displayName, role, expiresAt, companyAccount } = offer
  return (
    <>
      <div>
        <h1 className="text-2xl wrap-anywhere">
          Welcome, <bdi>{displayName}</bdi>
        </h1>
        <p className="mt-3 text-ink-muted">
          You are invited as <strong className="text-ink">{ROLE_NAMES[role].toLowerCase()}</strong>. Choose how you sign
          in. This link works once, until{' '}
          <time dateTime={expiresAt} className="whitespace-nowrap">
            {formatDayAndTime(expiresAt)}
          </time>
          .
        </p>
      </div>
      {companyAccount && (
        <JoinWithCompanyAccount name={companyAccount.name} isOnly={companyAccount.only} token={token} />
      )}
      {!companyAccount?.only && <JoinForm offer={offer} token={token} />}
    </>
  )
}

function useJoinOffer(token: string | undefined) {
  return useQuery({
    queryKey: [SIGN_IN_API.join, token],
    queryFn: ({ signal }) =>
      jsonRequest<JoinOffer>('GET', SIGN_IN_API.join, { headers: { [INVITATION_TOKEN_HEADER]: token ?? '' }, signal }),
    enabled: token !== undefined && token !== '',
    // While one types, the offer stays as it was read: also where the link has been used meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) =>
      !(error instanceof ApiError && error.status === 404) && shouldRetryQuery(failures, error),
  })
}
