import { formatTitle, type JobTitle } from './application-texts.ts'

/** A position in one line, of which the title alone is cut where the line is too long. */
export function Position({ position }: { position: JobTitle }) {
  const { title, distinction } = position
  return (
    <span className="position" title={formatTitle(position)}>
      <span className="one-line" dir="auto">
        {title}
      </span>
      {distinction && (
        <span className="distinction">
          <span> · </span>
          {distinction}
        </span>
      )}
    </span>
  )
}
