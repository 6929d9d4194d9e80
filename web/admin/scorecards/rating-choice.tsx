import { type RefObject, useId, useRef } from 'react'
import { RATING_WORDS, RATINGS, type Rating } from '../../../contract/team/ratings.ts'
import { FieldError } from '../../ui/form/field.tsx'

type RatingChoiceProps = {
  label: string
  value: Rating | null
  /** Called with null where a choice is taken back, which only a criterion allows. */
  onChange: (rating: Rating | null) => void
  canClear?: boolean
  error?: string | undefined
  /** Takes the focus where a choice is missing. */
  first?: RefObject<HTMLInputElement | null>
}

/** One of four ratings, side by side, by word and colour. */
export function RatingChoice({ label, value, onChange, canClear = false, error, first }: RatingChoiceProps) {
  const id = useId()
  const choice = useRef<HTMLDivElement>(null)
  return (
    <fieldset className="min-w-0" aria-labelledby={`${id}-label`} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="rating-label">
        <span id={`${id}-label`} dir="auto">
          {label}
        </span>
        {canClear && (
          <button
            type="button"
            className="rating-clear"
            disabled={value === null}
            aria-label={`Clear the rating of ${label}`}
            onClick={() => {
              // Before the button goes, which had it.
              choice.current?.querySelector('input')?.focus()
              onChange(null)
            }}
          >
            Clear
          </button>
        )}
      </legend>
      <div ref={choice} className="rating-choice">
        {RATINGS.map((rating, index) => (
          <label key={rating} className="rating-option" data-rating={rating}>
            <input
              ref={index === 0 ? first : undefined}
              type="radio"
              name={id}
              checked={rating === value}
              onChange={() => onChange(rating)}
            />
            {RATING_WORDS[rating]}
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} message={error} />
    </fieldset>
  )
}
