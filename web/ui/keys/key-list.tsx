import { useState, useSyncExternalStore } from 'react'
import { Dialog } from '../dialog/dialog.tsx'
import { capOf, groupKeys } from './key-groups.ts'
import { areKeysOn, listKeys, subscribeToKeys, switchKeys } from './key-store.ts'

/** The keys of the screen, and the switch that turns them off. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const isOn = useSyncExternalStore(subscribeToKeys, areKeysOn, () => true)
  // Read when the dialog opens: what the keys do does not change under it.
  const [groups] = useState(() => groupKeys(listKeys()))
  return (
    <Dialog title="Keys" description="They act on this page, but not while you type." onClose={onClose}>
      <div className="gap-x-10 sm:columns-2">
        {groups.map(({ title, keys }) => (
          <table key={title} className="mb-5 w-full break-inside-avoid">
            <caption className="pb-1 text-left text-ink-muted">{title}</caption>
            <tbody>
              {keys.map(({ name, label }) => (
                <tr key={name} className="border-line border-t">
                  <th scope="row" className="w-28 py-1 text-left">
                    <kbd className="inline-block min-w-8 rounded border border-control px-1.5 text-center font-mono font-normal">
                      {capOf(name)}
                    </kbd>
                  </th>
                  <td className="py-1">{label}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => switchKeys(currentTarget.checked)}
          className="size-5 accent-accent"
        />
        Use single keys
      </label>
      {!isOn && <p className="text-ink-muted text-sm">Ctrl+Enter and Escape still work.</p>}
    </Dialog>
  )
}
