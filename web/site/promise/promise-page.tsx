import type { PromiseMonths } from '../../../contract/promise/promise-months.ts'
import { zoneName } from '../../../contract/site/zone-name.ts'
import { FEWEST_ANSWERS_SHOWN } from '../../../contract/wire/limits.ts'
import { PAGE } from '../../../contract/wire/paths.ts'
import { BackToJobs } from '../../layout/back-to-jobs.tsx'
import { formatDays, MeasuredResponseTime } from '../../layout/measured-response-time.tsx'
import { usePageData } from '../../layout/page-data-context.ts'
import { servedPage } from '../../layout/served-page.tsx'
import { useResponseTime } from '../../layout/use-response-time.ts'
import { EmptyTankDrawing } from '../drawings/empty-tank-drawing.tsx'
import { LevelGauge } from '../drawings/level-gauge.tsx'
import { NotFound, PAGE_NOT_FOUND } from '../not-found/not-found-page.tsx'
import { MonthTable } from './month-table.tsx'

/** The public page that shows by month how the promise to applicants was kept. Until an owner shows it there is none. */
export const page = servedPage<PromiseMonths>({
  path: PAGE.promise,
  title: (months) => (months === null ? PAGE_NOT_FOUND : 'Our promise, kept and missed'),
  head: ({ company, promise, responses }) =>
    responses[PAGE.promise]
      ? {
          description: `${company.name} answers everyone who applies within ${formatDays(promise.answerWithinDays)}. See by month how often that was kept.`,
          isIndexed: true,
        }
      : {},
  Body: ({ title, served }) => (served === null ? <NotFound /> : <PromiseKept title={title} {...served} />),
})

const rulesOf = (timeZone: string) => [
  'A month has the applications whose promised day was in it. It is shown once it is over.',
  `Kept: by the end of that day in ${zoneName(timeZone)} we had told the applicant what we decided. Missed: we did so later, or not at all.`,
  'The day that we promised first counts. A new date, named once the first had passed, changes nothing here.',
  'Not counted are those who withdrew in time before they had an answer, and what we deleted, such as what a program had sent.',
  'Applications that were erased still count, as numbers that name nobody.',
  `Where fewer than ${FEWEST_ANSWERS_SHOWN} answers were due there are no numbers, because they would say how single people fared.`,
]

function PromiseKept({ title, months }: PromiseMonths & { title: string }) {
  const { answerWithinDays } = useResponseTime()
  const { timeZone } = usePageData().company
  return (
    <article className="wrap grid gap-x-6 pt-6 md:pt-10 lg:grid-cols-12">
      <BackToJobs className="mb-4 lg:col-span-full" />
      <div className="lg:col-span-4">
        <h1 className="text-3xl text-balance">{title}</h1>
        <p className="measure mt-4">{`Everyone who applies hears from us within ${formatDays(answerWithinDays)}.`}</p>
        <MeasuredResponseTime />
      </div>
      <div className="mt-8 min-w-0 lg:col-span-7 lg:col-start-6 lg:mt-2">
        {months.length === 0 ? <NothingYet /> : <Months months={months} />}
        <h2 className="mt-10 text-lg">How we count</h2>
        <ul className="measure mt-3 grid list-disc gap-2 pl-5 marker:text-ink-muted">
          {rulesOf(timeZone).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </div>
    </article>
  )
}

function Months({ months }: PromiseMonths) {
  const kept = months.reduce((sum, month) => sum + (month.kept ?? 0), 0)
  const due = kept + months.reduce((sum, month) => sum + (month.missed ?? 0), 0)
  const percent = Math.floor((100 * kept) / due)
  return (
    <>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-2 rounded-md border border-line bg-panel p-5 max-sm:gap-x-4 max-sm:p-4">
        <div className="sm:row-span-2">
          <LevelGauge day={(10 * kept) / due} days={10} state="running" tag={`LI-${percent}`} />
        </div>
        <p className="self-end font-semibold text-lg leading-tight max-sm:self-center">
          {`${kept} of ${due} answers came by the promised day`}
        </p>
        <p className="self-start max-sm:col-span-2">{`That is ${percent}% of those that were due in the months below.`}</p>
      </div>
      <MonthTable months={months} />
    </>
  )
}

function NothingYet() {
  return (
    <div className="grid gap-4">
      <EmptyTankDrawing />
      <p className="measure">
        {`There is nothing to show yet: the first month appears once it is over and ${FEWEST_ANSWERS_SHOWN} answers were due in it.`}
      </p>
    </div>
  )
}
