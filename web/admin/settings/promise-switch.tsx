import { useId } from 'react'
import { PAGE } from '../../../contract/wire/paths.ts'

type PromiseSwitchProps = { isOn: boolean; isStored: boolean; onChange: (isOn: boolean) => void }

/** Whether everyone may see how the promise was kept; with the page to look at once it is there. */
export function PromiseSwitch({ isOn, isStored, onChange }: PromiseSwitchProps) {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-11 items-start gap-2 pt-2 md:min-h-9 md:pt-1">
        <input
          type="checkbox"
          className="mt-1 size-4 shrink-0 accent-accent"
          aria-describedby={id}
          checked={isOn}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        Show everyone how we keep this promise
      </label>
      <p id={id} className="measure text-ink-muted text-sm">
        A page, linked in the footer, counts kept and missed promises of each month that is over. It names nobody.{' '}
        {isStored && <a href={PAGE.promise}>Look at the page</a>}
      </p>
    </div>
  )
}
