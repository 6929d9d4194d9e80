import { useId } from 'react'
import type { PromiseMonth, PromiseMonths } from '../../../contract/promise/promise-months.ts'
import { percent } from '../../ui/chart/scale.ts'

/** Kept and missed promises by month, in numbers; a sight glass beside them shows the share, kept as full and missed as hatched. */
export function MonthTable({ months }: PromiseMonths) {
  const id = useId()
  const hatching = `url(#${id})`
  return (
    <table className="mt-8 w-full tabular-nums">
      <caption className="sr-only">Answers by the month in which they were promised</caption>
      <thead className="text-ink-muted text-sm">
        <tr>
          <th scope="col" className="pb-2 text-left font-semibold">
            Month
          </th>
          <td className="w-full max-[22rem]:hidden">
            <Hatching id={id} />
          </td>
          <th scope="col" className="whitespace-nowrap pb-2 pl-4 text-right font-semibold">
            <Swatch fill="fill-accent/75" />
            Kept
          </th>
          <th scope="col" className="whitespace-nowrap pb-2 pl-4 text-right font-semibold">
            <Swatch fill={hatching} />
            Missed
          </th>
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <MonthRow key={month.month} {...month} hatching={hatching} />
        ))}
      </tbody>
    </table>
  )
}

function MonthRow({ month, kept, missed, hatching }: PromiseMonth & { hatching: string }) {
  return (
    <tr className="border-line border-t">
      <th scope="row" className="whitespace-nowrap py-2.5 text-left font-normal">
        {nameOf(month)}
      </th>
      {kept === null || missed === null ? (
        <td colSpan={3} className="py-2.5 pl-3 text-right text-ink-muted">
          Too few to show
        </td>
      ) : (
        <>
          <td className="pl-4 max-[22rem]:hidden">
            <SightGlass share={kept / (kept + missed)} hatching={hatching} />
          </td>
          <td className="py-2.5 pl-3 text-right font-mono">{kept}</td>
          <td className="py-2.5 pl-3 text-right font-mono">{missed}</td>
        </>
      )}
    </tr>
  )
}

function SightGlass({ share, hatching }: { share: number; hatching: string }) {
  return (
    <svg className="block h-4 w-full overflow-visible" aria-hidden="true">
      <rect x={percent(share)} width={percent(1 - share)} height="100%" fill={hatching} />
      <rect width={percent(share)} height="100%" className="fill-accent/75" />
      <rect width="100%" height="100%" rx="2" strokeWidth="1.25" className="fill-none stroke-ink" />
    </svg>
  )
}

function Swatch({ fill }: { fill: string }) {
  const isPaint = fill.startsWith('url')
  return (
    <svg className="mr-1.5 inline-block size-3" aria-hidden="true">
      <rect width="100%" height="100%" {...(isPaint ? { fill } : { className: fill })} />
    </svg>
  )
}

function Hatching({ id }: { id: string }) {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true">
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" className="fill-signal-amber/20" />
        <path d="M3 0V6" strokeWidth="1.5" className="stroke-signal-amber" />
      </pattern>
    </svg>
  )
}

function nameOf(month: string): string {
  const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat('en-US', options).format(new Date(`${month}-01`))
}
