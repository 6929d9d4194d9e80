import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { formatCount } from './text/format-count.ts'

/** One tab; the count is undefined while it loads. */
type TabItem<Value extends string> = { value: Value; label: string; count: number | undefined }

/** What a row of tabs takes. */
export type TabsProps<Value extends string> = {
  label: string
  items: readonly TabItem<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** What the chosen tab shows. */
  children: ReactNode
}

/** Tabs with counts over one panel; arrow keys move between them. Narrow screens get three to a line. */
export function Tabs<Value extends string>({ label, items, value, onChange, children }: TabsProps<Value>) {
  return (
    <Radix.Root value={value} onValueChange={(chosen) => onChange(chosen as Value)}>
      <Radix.List aria-label={label} className="grid grid-cols-3 border-line border-b md:flex md:gap-6 md:px-5">
        {items.map((item) => (
          <Radix.Trigger key={item.value} value={item.value} className="tab">
            {item.label}
            <span className="font-mono text-ink-muted text-sm tabular-nums">
              {item.count === undefined ? '\u00A0' : formatCount(item.count)}
            </span>
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content value={value} tabIndex={-1} className="outline-none">
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}
