import { Link } from 'wouter'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'

/** A person, by the name in the newest application, which the link opens. */
export function PersonLink({ applicationId, name }: { applicationId: number; name: string }) {
  return (
    <Link href={pathTo(ADMIN_PAGE.review, applicationId)} className="inline-flex items-center max-md:min-h-11">
      <bdi>{name}</bdi>
    </Link>
  )
}
