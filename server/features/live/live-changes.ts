import * as z from 'zod'
import type { LiveEvent } from '../../../contract/team/live-events.ts'
import { MOST_NAMED_CHANGES } from '../../../contract/wire/limits.ts'

/** In place of the id of a posting: only people who read every application receive these. */
const NO_POSTING = 0

/** Most bytes of one notification; PostgreSQL takes fewer than 8,000. */
const MOST_BYTES = 7_500

const id = z.int()
const wireSchema = z.strictObject({
  /** Applications by posting; null for more than {@link MOST_NAMED_CHANGES}. */
  applications: z.array(z.tuple([id, z.array(id).nullable()])).optional(),
  postings: z.array(id).optional(),
  accounts: z.array(id).optional(),
  notices: z.array(id).optional(),
  tags: z.literal(true).optional(),
  all: z.literal(true).optional(),
})

type Wire = z.output<typeof wireSchema>

/** Changes that belong to no event yet. Every application stands with its posting, so that each stream gets its own part. */
export class LiveChanges {
  readonly #applications = new Map<number, Set<number> | null>()
  readonly #postings = new Set<number>()
  /** Accounts that were changed: what these may do is read again. */
  readonly accounts = new Set<number>()
  /** Accounts with new notices. */
  readonly notices = new Set<number>()
  #hasTags = false
  /** Whether changes were missed, so that everything may have changed. */
  isAll = false

  addApplication(applicationId: number, jobId: number | null): void {
    this.#addApplications(jobId ?? NO_POSTING, [applicationId])
  }

  addPosting(jobId: number): void {
    this.#postings.add(jobId)
  }

  /** A tag was made, changed, merged or deleted. */
  addTags(): void {
    this.#hasTags = true
  }

  /** The postings of which something has changed. */
  get postings(): Set<number> {
    const postings = new Set([...this.#postings, ...this.#applications.keys()])
    postings.delete(NO_POSTING)
    return postings
  }

  /** What a person receives of it. @param sees whether it is about a posting that the person sees; left out for all of it */
  eventFor(sees: (jobId: number) => boolean = () => true): LiveEvent | undefined {
    if (this.isAll) return { all: true }
    const seen = [...this.#applications].filter(([jobId]) => sees(jobId)).map(([, ids]) => ids)
    const named = seen.flatMap((ids) => [...(ids ?? [])])
    const isMany = seen.includes(null) || named.length > MOST_NAMED_CHANGES
    const hasPostings = [...this.#postings].some((jobId) => sees(jobId))
    const event: LiveEvent = {
      ...(seen.length > 0 && { applications: isMany ? 'many' : named }),
      ...(hasPostings && { postings: true }),
      ...(this.#hasTags && { tags: true }),
    }
    return Object.keys(event).length > 0 ? event : undefined
  }

  /** The same for other processes, in texts of which each fits into a notification. */
  toNotifications(): string[] {
    const { accounts, notices, isAll } = this
    const parts: Wire[] = [...this.#applications].map(([jobId, ids]) => ({
      applications: [[jobId, ids && [...ids]]],
    }))
    for (const [name, ids] of Object.entries({ postings: this.#postings, accounts, notices }))
      for (const some of chunksOf([...ids])) parts.push({ [name]: some })
    if (this.#hasTags) parts.push({ tags: true })
    if (isAll) parts.push({ all: true })
    return joinTexts(parts.map((part) => JSON.stringify(part)))
  }

  /** Adds what another process has published. @throws for another text */
  addNotification(text: string): void {
    for (const part of z.array(wireSchema).parse(JSON.parse(text))) this.#addPart(part)
  }

  #addPart({ applications = [], postings = [], accounts = [], notices = [], tags, all }: Wire): void {
    for (const [jobId, ids] of applications) this.#addApplications(jobId, ids)
    for (const jobId of postings) this.#postings.add(jobId)
    for (const accountId of accounts) this.accounts.add(accountId)
    for (const accountId of notices) this.notices.add(accountId)
    this.#hasTags ||= tags ?? false
    this.isAll ||= all ?? false
  }

  #addApplications(jobId: number, added: readonly number[] | null): void {
    const ids = this.#applications.get(jobId)
    if (ids === null || added === null) return void this.#applications.set(jobId, null)
    const all = new Set([...(ids ?? []), ...added])
    this.#applications.set(jobId, all.size > MOST_NAMED_CHANGES ? null : all)
  }
}

function chunksOf(ids: readonly number[]): number[][] {
  const count = Math.ceil(ids.length / MOST_NAMED_CHANGES)
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * MOST_NAMED_CHANGES, (index + 1) * MOST_NAMED_CHANGES),
  )
}

/** Texts of JSON as arrays, each as long as a notification may be. */
function joinTexts(texts: readonly string[]): string[] {
  const joined: string[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const text of texts) {
    if (length + text.length > MOST_BYTES) {
      joined.push([])
      length = 0
    }
    joined.at(-1)?.push(text)
    length += text.length + 1
  }
  return joined.map((some) => `[${some.join(',')}]`)
}
