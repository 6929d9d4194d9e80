import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { PAGE, pathTo } from '../../../../contract/wire/paths.ts'

type ApplicationLinkProps = { id: number; className?: string; children: ReactNode }

/** A link to another application in review; within review it replaces the shown one in the browser's history. */
export function ApplicationLink({ id, ...link }: ApplicationLinkProps) {
  const [path] = useLocation()
  const isInReview = path.startsWith(PAGE.review.replace(':id', ''))
  return <Link href={pathTo(PAGE.review, id)} replace={isInReview} {...link} />
}
