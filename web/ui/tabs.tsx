import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatCount } from './text/format-count.ts'

/** One tab; the count is undefined while it loads. */
type TabItem<Value extends string> = { value: Value; label: string; count: number | undefined }

type TabsProps<Value extends string> = {
  label: string
  items: readonly TabItem<Value>[]
  /** Whether there may be more than the counts. */
  hasMore?: boolean
  value: Value
  onChange: (value: Value) => void
  /** The pointer or the focus has come to the tabs: one of them is likely to be opened next. */
  onNear?: () => void
  /** Controls that share the row with the tabs. */
  beside: ReactNode
  /** What the chosen tab shows. */
  children: ReactNode
}

/** Tabs with counts over one panel, in a row that stays in view; arrow keys move between them. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, items, hasMore = false, value, onChange, onNear, beside, children } = props
  const list = useShownTab(value, items)
  return (
    <Radix.Root value={value} onValueChange={(chosen) => onChange(chosen as Value)} className="tabs">
      <div className="tabs-row">
        <Radix.List ref={list} aria-label={label} className="tab-list" onPointerEnter={onNear} onFocus={onNear}>
          {items.map((item) => (
            <Radix.Trigger key={item.value} value={item.value} className="tab">
              {item.label}
              {/* A new count is a new element, so that its animation starts again. */}
              <span key={item.count} className="tab-count">
                {item.count === undefined ? '\u00A0' : formatCount(item.count)}
                {hasMore && item.count ? '+' : ''}
              </span>
            </Radix.Trigger>
          ))}
        </Radix.List>
        {beside}
      </div>
      <Radix.Content value={value} tabIndex={-1} className="tabs-content">
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}

/** Scrolls the chosen tab to the middle of the list; counts that arrive move it. */
function useShownTab(value: string, items: TabsProps<string>['items']) {
  const list = useRef<HTMLDivElement>(null)
  const counts = items.map(({ count }) => count).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen tab and the counts decide where it is.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[data-state=active]')
    if (tab) list.current?.scrollTo({ left: tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2 })
  }, [value, counts])
  return list
}
