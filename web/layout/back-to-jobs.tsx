import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import { PAGE } from '../../contract/wire/paths.ts'

/** The way back to the open positions, at the top of a page. */
export function BackToJobs({ className = '' }: { className?: string }) {
  return (
    <Link href={PAGE.landing} className={`inline-flex min-h-11 items-center gap-2 justify-self-start ${className}`}>
      <ArrowLeft aria-hidden="true" className="size-4" />
      Back to Jobs
    </Link>
  )
}
