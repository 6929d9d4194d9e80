import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { PasswordReset } from '../../../contract/accounts/password-reset.ts'
import { PASSWORD_RESET_HEADER, PASSWORD_RESET_PARAMETER } from '../../../contract/wire/admin-paths.ts'
import { PAGE } from '../../../contract/wire/paths.ts'
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
import { ResetPasswordForm } from './reset-password-form.tsx'

/** Where the reader of a mail chooses a new password. */
export const page = sitePage({ title: 'Choose a new password', Body: ResetPasswordPage })

function ResetPasswordPage({ title }: { title: string }) {
  const token = useLinkToken(PASSWORD_RESET_PARAMETER)
  return (
    <div className="wrap grid justify-items-center pt-12 md:pt-20">
      <div className="grid w-full max-w-md gap-5 rounded-md border border-line bg-panel p-5 md:p-8">
        <h1 className="text-2xl">{title}</h1>
        <WithoutScript>This page needs JavaScript to read its link.</WithoutScript>
        <Reset key={token} token={token} />
      </div>
    </div>
  )
}

function Reset({ token }: { token: string | undefined }) {
  const { data, error, refetch, isFetching } = useReset(token)
  if (data && token) {
    return (
      <>
        <p className="text-ink-muted">
          This link works once, until{' '}
          <time dateTime={data.expiresAt} className="whitespace-nowrap">
            {formatDayAndTime(data.expiresAt)}
          </time>
          . The new password signs you out everywhere, and you log in with it.
        </p>
        <ResetPasswordForm username={data.username} token={token} />
      </>
    )
  }
  if (token === '' || (error instanceof ApiError && error.status === 404)) return <Ended error={error} />
  if (error) {
    return (
      <div role="alert" className="grid justify-items-start gap-4">
        <p>{failureMessage(error)}</p>
        <Button isBusy={isFetching} onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <p role="status" className="flex items-center gap-3 text-ink-muted noscript:hidden">
      <Spinner />
      Reading your link...
    </p>
  )
}

/** @param props.error null where the page was opened without a token */
function Ended({ error }: { error: Error | null }) {
  return (
    <>
      <p role="alert">
        {error ? failureMessage(error) : 'This page opens with the link of a mail. Ask for one on the login page.'}
      </p>
      <p>
        <Link href={PAGE.adminLogin}>To the login page</Link>
      </p>
    </>
  )
}

function useReset(token: string | undefined) {
  return useQuery({
    queryKey: [SIGN_IN_API.passwordReset, token],
    queryFn: ({ signal }) =>
      jsonRequest<PasswordReset>('GET', SIGN_IN_API.passwordReset, {
        headers: { [PASSWORD_RESET_HEADER]: token ?? '' },
        signal,
      }),
    enabled: token !== undefined && token !== '',
    // While one types, the form stays: also where the link has been used meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) =>
      !(error instanceof ApiError && error.status === 404) && shouldRetryQuery(failures, error),
  })
}
