import { type ReactNode, useState } from 'react'
import type { Tag } from '../../../contract/team/tags.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/form/field.tsx'
import { refusalOf, useTagChange } from './tag-changes-api.ts'
import type { TagRowProps } from './tag-draft.ts'
import { describeMerge } from './tag-manager-texts.ts'

type MergeTagProps = Pick<TagRowProps, 'tag' | 'others' | 'onEnd'> & {
  /** The other way to end the tag, in whose place the merge is asked for once a tag is chosen. */
  children: ReactNode
}

/** Gives the applications of a tag another one instead: says how many get it, then asks by its button. */
export function MergeTag({ tag, others, onEnd, children }: MergeTagProps) {
  const [chosen, setChosen] = useState('')
  const { mutate, reset, error, isPending } = useTagChange(tag)
  const into = others.find(({ id }) => String(id) === chosen)
  const merge = ({ id, name }: Tag) =>
    mutate(
      { name: tag.name, color: tag.color, mergesInto: id },
      { onSuccess: () => onEnd(id, { title: `${tag.name} merged into ${name}` }) },
    )
  return (
    <div className="grid gap-2">
      <SelectField
        label="Merge into"
        isStandalone
        value={chosen}
        error={refusalOf(error)}
        onChange={({ target }) => {
          reset()
          setChosen(target.value)
        }}
      >
        <option value="">Keep it apart</option>
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <p role="status" className="text-sm not-empty:mb-2">
        {into && describeMerge(tag, into)}
      </p>
      {into ? (
        <Button tone="danger" className="justify-self-start" isBusy={isPending} onClick={() => merge(into)}>
          <span className="wrap-anywhere">
            Merge into <bdi>{into.name}</bdi>
          </span>
        </Button>
      ) : (
        children
      )}
    </div>
  )
}
