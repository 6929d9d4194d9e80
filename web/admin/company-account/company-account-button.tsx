import { useQuery } from '@tanstack/react-query'
import { SIGN_IN_TEXT } from '../../../contract/wire/limits.ts'
import { PAGE } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { loginAddress } from '../../session/login-address.ts'
import { buttonClass } from '../../ui/button.tsx'
import { singleSignOnQuery } from './single-sign-on-query.ts'

/**
 * Leads to the provider of company accounts, and afterwards to the page that was asked for.
 * @param props.isFirst whether it stands before the form: there it shows where it is the only way in
 */
export function CompanyAccount({ isFirst = false }: { isFirst?: boolean }) {
  const { data } = useQuery(singleSignOnQuery)
  if (!data?.provider || data.only !== isFirst) return null
  const { name } = data.provider
  return (
    <div className="mt-4 grid grid-cols-1">
      <a href={startAddress()} className={buttonClass(isFirst ? 'primary' : 'secondary', 'wrap-anywhere text-center')}>
        <span>
          Sign in with <bdi>{name}</bdi>
        </span>
      </a>
      {isFirst && <p className="mt-4 text-ink-muted text-sm">Owners can also sign in with their password.</p>}
    </div>
  )
}

function startAddress(): string {
  const query = loginAddress(location.pathname, location.search).slice(PAGE.adminLogin.length)
  return SIGN_IN_API.startSingleSignOn + (query.length > SIGN_IN_TEXT.next ? '' : query)
}
