import { Link } from 'wouter'
import { PAGE } from '../../contract/paths.ts'
import { usePageData } from './page-data-context.ts'
import { WellheadMark } from './wellhead-mark.tsx'

const LOGO_ADDRESS = '/logo'

/** Logo and name of the company, leading home. */
export function CompanyLogo() {
  const { company } = usePageData()
  return (
    <Link
      href={PAGE.landing}
      className="flex min-h-11 min-w-0 items-center gap-2.5 font-semibold text-ink leading-tight no-underline hover:text-accent"
    >
      <span className="shrink-0 text-accent">
        {company.logo ? (
          <img src={LOGO_ADDRESS} alt="" width={36} height={36} className="size-9 object-contain" />
        ) : (
          <WellheadMark />
        )}
      </span>
      <span className="truncate">{company.name}</span>
    </Link>
  )
}
