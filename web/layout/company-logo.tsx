import { Link } from 'wouter'
import { PAGE } from '../../contract/wire/paths.ts'
import { usePageData } from './page-data-context.ts'

const LOGO_ADDRESS = '/logo'

/** Logo and name of the company, linked to the landing page. */
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

/** The logo, 28 px square: a wellhead tree with handwheel, wings and master valve, its lines in the text's colour. */
function WellheadMark() {
  return (
    <svg viewBox="0 0 28 28" aria-hidden="true" className="size-7 fill-none stroke-current" strokeWidth={2}>
      <path d="M9 3H19M14 3V13M4 8.5H24M4 6V11M24 6V11M5 25H23" strokeLinecap="round" />
      <path d="M7.5 12.5H20.5L15 18.5 20.5 24.5H7.5L13 18.5Z" className="fill-accent stroke-none" />
    </svg>
  )
}
