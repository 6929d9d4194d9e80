import type { ReactNode } from 'react'

/** One action of a menu. */
export type MenuItem = {
  label: string
  onSelect: () => void
  icon?: ReactNode
  /** The key that does the same, shown at the end of the item. */
  keyName?: string
  tone?: 'neutral' | 'danger'
  /** Why it cannot be chosen now, which stands under its label. */
  unavailable?: string | undefined
}
