import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { LATE, QUARANTINE, REPLIED, UNANSWERED } from '../../../../contract/search/list-filter.ts'
import { ADMIN_PAGE } from '../../../../contract/wire/admin-paths.ts'
import { Button } from '../../../ui/button.tsx'
import { useKeepFocus } from '../../../ui/focus/keep-focus.ts'
import { KeyListButton } from '../../../ui/keys/key-list-button.tsx'
import { formatCount } from '../../../ui/text/format-count.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { ReadersLine } from '../../reading/readers-line.tsx'
import { TABS } from '../application-tabs.ts'
import { countApplications, countChoices, countUnsent } from '../changes/change-texts.ts'
import type { ListView } from '../list-view.ts'
import type { ReviewQueue } from './use-review-queue.ts'

type ReviewBarProps = {
  view: ListView
  queue: ReviewQueue
  /** The application that is shown; undefined while it loads, and where there is none. */
  shown: number | undefined
  /** Address of the page that the review was opened from. */
  origin: string
  onBack: () => void
  /** How many decisions could not be sent. */
  unsent: number
  onSendUnsent: () => void
  /** How many decisions another admin contradicted, apart from the shown application's. */
  choices: number
  onChoose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  advances: boolean
  onAdvances: (advances: boolean) => void
}

/** The way back, the position in the list, and the switches of the page. */
export function ReviewBar(props: ReviewBarProps) {
  const { view, queue, shown, origin, onBack, unsent, onSendUnsent, choices, onChoose } = props
  const { onPrevious, onNext, advances, onAdvances } = props
  return (
    <div className="review-top flex-wrap">
      <Link
        href={origin}
        className="review-back"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          onBack()
        }}
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">{titleOf(origin)}</span>
      </Link>
      <span className="flex">
        <Step words="Previous (K)" label="Previous application" onStep={onPrevious}>
          <ChevronLeft aria-hidden="true" className="size-5" />
        </Step>
        <Step words="Next (J)" label="Next application" onStep={onNext}>
          <ChevronRight aria-hidden="true" className="size-5" />
        </Step>
      </span>
      <p role="status" className="review-position">
        <PositionText view={view} queue={queue} />
      </p>
      {shown !== undefined && <ReadersLine applicationId={shown} />}
      {unsent > 0 && (
        <Notice action="Send now" onAct={onSendUnsent}>
          {countUnsent(unsent)}
        </Notice>
      )}
      {choices > 0 && (
        <Notice action="Choose" onAct={onChoose}>
          {countChoices(choices)}
        </Notice>
      )}
      <label className="review-advance">
        <input
          type="checkbox"
          checked={advances}
          onChange={({ currentTarget }) => onAdvances(currentTarget.checked)}
          className="size-4 accent-accent"
        />
        Auto-advance
      </label>
      <KeyListButton className="review-control max-md:hidden" />
    </div>
  )
}

/** Decisions that wait for this admin, and the button that goes on with them. */
function Notice({ children, action, onAct }: { children: ReactNode; action: string; onAct: () => void }) {
  const notice = useKeepFocus<HTMLParagraphElement>()
  return (
    <p ref={notice} role="status" className="text-signal-red max-sm:order-last max-sm:w-full">
      {children}{' '}
      <button type="button" className="min-h-11 cursor-pointer font-semibold underline" onClick={onAct}>
        {action}
      </button>
    </p>
  )
}

type StepProps = { words: string; label: string; onStep: (() => void) | undefined; children: ReactNode }

function Step({ words, label, onStep, children }: StepProps) {
  return (
    <Tooltip side="bottom" words={words}>
      <Button tone="quiet" className="review-control" aria-label={label} isUnavailable={!onStep} onClick={onStep}>
        {children}
      </Button>
    </Tooltip>
  )
}

function titleOf(origin: string): string {
  if (origin.startsWith(ADMIN_PAGE.jobs)) return 'Board'
  return origin.startsWith(ADMIN_PAGE.insights) ? 'Insights' : 'Dashboard'
}

function labelOf({ tab }: ListView): string {
  if (tab === UNANSWERED) return 'Not answered'
  if (tab === LATE) return 'Late'
  if (tab === REPLIED) return 'Replied'
  return tab === QUARANTINE ? 'Quarantine' : (TABS.find(({ value }) => value === tab)?.label ?? '')
}

/** `Pending: 3 of 42`, or that the shown application is not in the list. A phone has room for a part of it. */
function PositionText({ view, queue: { index, total, hasMore } }: Pick<ReviewBarProps, 'view' | 'queue'>) {
  const label = labelOf(view)
  const more = hasMore ? '+' : ''
  if (total !== undefined && index === undefined) {
    return (
      <>
        Not in {label}
        <span className="max-sm:sr-only">
          {' '}
          · {countApplications(total)}
          {more}
        </span>
      </>
    )
  }
  return (
    <>
      <span className="max-sm:sr-only">{label}:</span>{' '}
      {total !== undefined && index !== undefined && (
        <span className="font-mono sm:ml-1">
          {formatCount(index + 1)} of {formatCount(total)}
          {more}
        </span>
      )}
    </>
  )
}
