import { useId, useRef, useState } from 'react'
import type { Rating } from '../../../contract/team/ratings.ts'
import type { Scorecard, ScorecardAnswers } from '../../../contract/team/scorecards.ts'
import { SCORECARD } from '../../../contract/wire/limits.ts'
import type { DraftStore } from '../../session/draft-store.ts'
import { useDraft } from '../../session/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { RatingChoice } from './rating-choice.tsx'
import { answersOf, ratingsFor, type ScorecardValues, valuesOf } from './scorecard-values.ts'

type ScorecardFormProps<Key> = {
  /** What is typed stays here until it is sent. */
  drafts: DraftStore<Key, ScorecardValues>
  about: Key
  criteria: readonly string[]
  /** What is stored; null for a first card. */
  card: Scorecard['card']
  isBusy: boolean
  /** @param onSaved removes what was kept of the form */
  onSend: (answers: ScorecardAnswers, onSaved: () => void) => void
  /** Left out where the form is always there. */
  onCancel?: () => void
}

/** One's own scorecard: a rating and a note for each criterion, and for the whole. */
export function ScorecardForm<Key>({
  drafts,
  about,
  criteria,
  card,
  isBusy,
  onSend,
  onCancel,
}: ScorecardFormProps<Key>) {
  const [begun] = useState(() => valuesOf(criteria, card))
  const [values, setValues] = useState(begun)
  const [isMissing, setMissing] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const discard = useDraft({
    store: drafts,
    about,
    restore: setValues,
    read: () => (JSON.stringify(values) === JSON.stringify(begun) ? undefined : values),
  })
  // The criteria may change while the form is open.
  const ratings = ratingsFor(criteria, values.ratings)
  const rate = (index: number, change: { rating?: Rating | null; note?: string }) =>
    setValues({
      ...values,
      ratings: ratings.map((each, at) => (at === index ? { ...each, ...change } : each)),
    })
  const send = () => {
    const answers = answersOf({ ...values, ratings })
    setMissing(!answers)
    if (!answers) first.current?.focus()
    else if (!isBusy && !isTooLong(answers)) onSend(answers, discard)
  }
  return (
    // Not a form: a dialog around it would begin here.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, which would be seen.
    <div
      role="group"
      aria-label="Your scorecard"
      className="grid gap-5"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        // The page's own Ctrl+Enter saves the decision and goes on.
        event.preventDefault()
        send()
      }}
    >
      {ratings.map(({ criterion, rating, note }, index) => (
        <div key={criterion} className="grid gap-2">
          <RatingChoice
            label={index < criteria.length ? criterion : `${criterion} (no longer asked)`}
            value={rating}
            canClear
            onChange={(next) => rate(index, { rating: next })}
          />
          <NoteField
            label={`Note on ${criterion}`}
            value={note}
            longest={SCORECARD.ratingNote}
            onChange={(next) => rate(index, { note: next })}
          />
        </div>
      ))}
      <div className="grid gap-2 border-line not-first:border-t not-first:pt-4">
        <RatingChoice
          label="Overall"
          value={values.overall}
          onChange={(overall) => setValues({ ...values, overall })}
          error={isMissing && values.overall === null ? 'Choose an overall rating' : undefined}
          first={first}
        />
        <NoteField
          label="Note on the whole"
          value={values.note}
          longest={SCORECARD.note}
          onChange={(note) => setValues({ ...values, note })}
        />
      </div>
      <div className="scorecard-actions flex flex-wrap gap-2">
        <Button tone={onCancel ? 'secondary' : 'primary'} isBusy={isBusy} onClick={send}>
          {card ? 'Save scorecard' : 'Give scorecard'}
        </Button>
        {onCancel && (
          <Button
            tone="quiet"
            isUnavailable={isBusy}
            onClick={() => {
              discard()
              onCancel()
            }}
          >
            Cancel
          </Button>
        )}
      </div>
    </div>
  )
}

type NoteFieldProps = { label: string; value: string; longest: number; onChange: (note: string) => void }

function NoteField({ label, value, longest, onChange }: NoteFieldProps) {
  const id = useId()
  const count = [...value.trim()].length
  const error =
    count > longest ? `A note here has at most ${shown(longest)} characters; this one has ${shown(count)}` : undefined
  return (
    <div className="grid gap-1">
      <textarea
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && id}
        className="rating-note"
        dir="auto"
        rows={1}
        placeholder="Note (optional)"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <FieldError id={id} message={error} />
    </div>
  )
}

function shown(count: number): string {
  return count.toLocaleString('en')
}

function isTooLong({ note, ratings }: ScorecardAnswers): boolean {
  const length = (text: string) => [...text].length
  return length(note) > SCORECARD.note || ratings.some((each) => length(each.note) > SCORECARD.ratingNote)
}
