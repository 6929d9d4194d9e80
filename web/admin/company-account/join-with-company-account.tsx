import { useMutation } from '@tanstack/react-query'
import { failureMessage } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { goAndJoin } from './company-account-api.ts'

type JoinWithCompanyAccountProps = { name: string; isOnly: boolean; token: string }

/** Has an invited person join with a company account, in place of choosing a password. */
export function JoinWithCompanyAccount({ name, isOnly, token }: JoinWithCompanyAccountProps) {
  const joining = useMutation({ mutationFn: () => goAndJoin(token), retry: false })
  return (
    <div className="grid grid-cols-1 gap-4">
      {joining.error && (
        <p role="alert" className="border-signal-red border-l-4 pl-4">
          {failureMessage(joining.error)}
        </p>
      )}
      <Button tone={isOnly ? 'primary' : 'secondary'} isBusy={joining.isPending} onClick={() => joining.mutate()}>
        <span className="wrap-anywhere">
          Join with <bdi>{name}</bdi>
        </span>
      </Button>
      {!isOnly && <p className="text-ink-muted text-sm">Or choose a username and a password:</p>}
    </div>
  )
}
