import { MAX_ID } from '../../../contract/wire/limits.ts'
import type { PageParams } from '../../layout/page.ts'
import { Review } from '../applications/review/review.tsx'
import { adminPage } from '../frame/admin-page.tsx'

/** One application after the other, with its resume. */
export const page = adminPage(Body)

function Body({ params }: { params: PageParams }) {
  return <Review id={readId(params.id ?? '')} />
}

/** The id of an address; 0, which no application has, for anything else. */
function readId(text: string): number {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID ? Number(text) : 0
}
