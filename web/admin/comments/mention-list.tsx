import type { Mentionable } from './mentions.ts'

type MentionListProps = {
  id: string
  matches: readonly Mentionable[]
  /** Whom Enter chooses. */
  current: Mentionable
  onChoose: (person: Mentionable) => void
}

/** The people who match what is typed after an @, below the text, which keeps the focus. */
export function MentionList({ id, matches, current, onChoose }: MentionListProps) {
  return (
    <div id={id} role="listbox" aria-label="People to mention" className="mention-list">
      {matches.map((person) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard chooses from within the text.
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text.
        <div
          key={person.id}
          id={optionId(id, person)}
          role="option"
          aria-selected={person === current}
          className="mention-option"
          // The text keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          <bdi>{person.name}</bdi>
        </div>
      ))}
    </div>
  )
}

/** The id of a person's option. @param list id of the list */
export function optionId(list: string, { id }: Mentionable): string {
  return `${list}-${id}`
}
