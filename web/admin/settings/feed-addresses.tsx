import { Fragment } from 'react'
import { boardName, FEED, POSTING_API } from '../../../contract/wire/feed-paths.ts'
import { usePageData } from '../../layout/page-data-context.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LocalAddressNote } from './local-address-note.tsx'
import { TitledCard } from './settings-card.tsx'

/** Where an address may break: between words, not in them. */
const AFTER_SLASHES = /(?<=\/)(?!\/)/

/** The addresses at which other programs read the open postings, each to be copied. */
export function FeedAddresses() {
  const { company, publicUrl } = usePageData()
  const addresses = [
    { name: 'RSS', path: FEED.rss },
    { name: 'Atom', path: FEED.atom },
    { name: 'JSON Feed', path: FEED.json },
    { name: 'Indeed', path: FEED.indeed },
    { name: 'LinkedIn', path: FEED.linkedin },
    { name: 'Job board API', path: POSTING_API.replace(':name', encodeURIComponent(boardName(company.name))) },
  ]
  return (
    <TitledCard
      title="Feeds"
      note="Open postings for job boards, feed readers and your other pages. Give the address to the job board; what you change is there within a second."
    >
      <LocalAddressNote />
      <dl className="grid gap-3">
        {addresses.map(({ name, path }) => (
          <div key={name} className="grid grid-cols-[1fr_auto] items-center gap-x-3">
            <dt className="font-medium text-sm">{name}</dt>
            <dd className="wrap-break-word col-start-1 font-mono text-ink-muted text-sm">
              <a href={path} className="inline-block max-md:py-3">
                {(publicUrl + path).split(AFTER_SLASHES).map((part, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address do not move.
                  <Fragment key={index}>
                    {part}
                    <wbr />
                  </Fragment>
                ))}
              </a>
            </dd>
            <dd className="col-start-2 row-span-2 row-start-1">
              <CopyButton text={publicUrl + path} what={`the address for ${name}`} />
            </dd>
          </div>
        ))}
      </dl>
    </TitledCard>
  )
}
