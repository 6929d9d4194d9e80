import { percent } from './scale.ts'

type SparklineProps = {
  /** One count for each step of time, the oldest first. */
  counts: readonly number[]
  /** The count at the upper edge, for lines that are compared; by default the largest of this line. */
  top?: number
  /** The size, as classes. */
  className?: string
}

/**
 * A small trend line without axes, from zero up; it ends in a dot. Screen readers pass over it: say beside it what it
 * shows.
 */
export function Sparkline({ counts, top: highest, className = 'h-6 w-20' }: SparklineProps) {
  const top = Math.max(1, highest ?? Math.max(...counts))
  const last = counts.at(-1) ?? 0
  const points = counts.map((count, index) => `${index},${top - count}`).join(' ')
  return (
    <svg aria-hidden="true" className={`overflow-visible text-accent ${className}`}>
      <svg
        aria-hidden="true"
        className="overflow-visible"
        viewBox={`0 0 ${Math.max(1, counts.length - 1)} ${top}`}
        preserveAspectRatio="none"
      >
        <polyline
          points={points}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <circle cx="100%" cy={percent(1 - last / top)} r="2.5" fill="currentColor" />
    </svg>
  )
}
