import { Link } from 'wouter'
import type { SetupResponse } from '../../../contract/accounts/account.ts'
import { PAGE } from '../../../contract/wire/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

/** The generated credentials, shown once. */
export function NewAccount({ account }: { account: SetupResponse }) {
  return (
    <div role="status" className="mt-3 grid gap-6">
      <p className="text-ink-muted">
        Your admin account is ready. Copy both values now; they will not be shown again. Change them after your first
        login.
      </p>
      <dl className="border-line border-b">
        <Secret name="Username" value={account.username} />
        <Secret name="Password" value={account.password} />
      </dl>
      <Link href={PAGE.adminLogin} className={buttonClass('primary', 'w-full')}>
        Go to Login
      </Link>
    </div>
  )
}

function Secret({ name, value }: { name: string; value: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-line border-t py-3">
      <dt className="text-ink-muted text-sm">{name}</dt>
      <dd className="select-all break-all font-mono">{value}</dd>
      <dd className="col-start-2 row-span-2 row-start-1">
        <CopyButton text={value} what={name} />
      </dd>
    </div>
  )
}
