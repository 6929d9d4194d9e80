import { type ReactNode, useId, useState } from 'react'
import { Button } from '../button.tsx'
import { type ChartData, downloadCsv } from './csv.ts'

type ChartCardProps = {
  title: string
  /** One line on what the chart counts. */
  note?: ReactNode
  data: ChartData
  /** Name of the CSV file, without its extension. */
  fileName: string
  /** Whether the content is the table itself, so that none has to be opened. */
  isTable?: boolean
  className?: string
  children: ReactNode
}

/** A chart with its title; its numbers are a button away, as a table and as a CSV file. */
export function ChartCard({ title, note, data, fileName, isTable = false, className = '', children }: ChartCardProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <section
      aria-labelledby={`${id}-title`}
      className={`flex min-w-0 flex-col rounded-md border border-line bg-panel px-4 pt-4 pb-2 md:px-5 ${className}`}
    >
      <h2 id={`${id}-title`} className="text-base">
        {title}
      </h2>
      {note && <p className="text-ink-muted text-sm">{note}</p>}
      <div className="mt-4 grow">{children}</div>
      <div className="mt-3 -mx-2 flex flex-wrap justify-between gap-x-3 border-line border-t pt-1">
        {!isTable && (
          <Button
            tone="quiet"
            className="text-sm"
            aria-expanded={isOpen}
            aria-controls={`${id}-table`}
            aria-describedby={`${id}-title`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide table' : 'Show as table'}
          </Button>
        )}
        <Button
          tone="quiet"
          className="ml-auto text-sm"
          aria-describedby={`${id}-title`}
          onClick={() => downloadCsv(`${fileName}.csv`, data)}
        >
          Download CSV
        </Button>
      </div>
      <div id={`${id}-table`}>{isOpen && <ChartTable title={title} data={data} />}</div>
    </section>
  )
}

/** Long tables scroll in a box that the keyboard reaches. The first column is short: a week, a status. */
function ChartTable({ title, data: { columns, rows } }: { title: string; data: ChartData }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll the box
    <section tabIndex={0} aria-label={`${title}, table`} className="mt-1 mb-2 max-h-80 overflow-y-auto">
      <table className="w-full text-sm tabular-nums">
        <thead className="sticky top-0 bg-panel text-left text-ink-muted">
          <tr>
            {columns.map((name, index) => (
              <th
                key={name}
                scope="col"
                className={`py-1.5 font-semibold ${index === 0 ? '' : 'pl-4'} ${isNumeric(rows, index) ? 'text-right' : ''}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows may be equal, and are only ever replaced together
            <tr key={position} className="border-line border-t">
              {row.map((cell, index) => (
                <td
                  key={columns[index]}
                  className={`py-1.5 ${index === 0 ? 'whitespace-nowrap' : 'wrap-anywhere pl-4'} ${isNumeric(rows, index) ? 'text-right font-mono' : ''}`}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Whether a column holds numbers or percentages; an empty cell in the first row says nothing. */
function isNumeric(rows: ChartData['rows'], column: number): boolean {
  return rows.some((row) => typeof row[column] === 'number' || /^\d+%$/.test(String(row[column])))
}
