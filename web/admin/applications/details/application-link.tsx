import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { ADMIN_PAGE } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'

type ApplicationLinkProps = { id: number; className?: string; children: ReactNode }

/** A link to another application in review; within review it replaces the shown one in the browser's history. */
export function ApplicationLink({ id, ...link }: ApplicationLinkProps) {
  const [path] = useLocation()
  const isInReview = path.startsWith(ADMIN_PAGE.review.replace(':id', ''))
  return <Link href={pathTo(ADMIN_PAGE.review, id)} replace={isInReview} {...link} />
}
