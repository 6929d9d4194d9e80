import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { Tooltip } from '../tooltip.tsx'

type SortHeadProps = {
  label: string
  /** What a click does. */
  hint: string
  /** How the rows are ordered by this column; undefined where they are ordered by another. */
  direction: 'ascending' | 'descending' | undefined
  onSort: () => void
}

/** The head of a column that rows can be ordered by. */
export function SortHead({ label, hint, direction, onSort }: SortHeadProps) {
  const Icon = direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th scope="col" data-label={label} aria-sort={direction ?? 'none'}>
      <Tooltip words={hint}>
        <button
          type="button"
          onClick={onSort}
          className={`-mx-1 inline-flex min-h-7 cursor-pointer items-center gap-1 rounded-sm px-1 text-left hover:text-accent ${direction ? 'text-ink' : ''}`}
        >
          {label}
          <Icon aria-hidden="true" className="size-3.5 shrink-0" />
        </button>
      </Tooltip>
    </th>
  )
}
