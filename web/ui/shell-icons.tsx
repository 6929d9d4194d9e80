/*
 * Lucide's drawings (ISC licence) of the five icons that every page shows at once. The library's code that makes icons
 * would take two kilobytes of each first load.
 */

const SUN =
  'M16 12a4 4 0 1 1-8 0 4 4 0 1 1 8 0M12 2v2M12 20v2m-7.07-17.07 1.41 1.41m11.32 11.32 1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41'
const MOON =
  'M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401'
const MONITOR = 'M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM8 21h8M12 17v4'
const MENU = 'M4 5h16M4 12h16M4 19h16'
const CROSS = 'M18 6 6 18M6 6l12 12'

/** The drawings by name. */
const SHELL_ICON = { sun: SUN, moon: MOON, monitor: MONITOR, menu: MENU, cross: CROSS } as const

/** One of the drawings as an icon. It says nothing to a screen reader: its control has a name. */
export function ShellIcon({ name, className = 'size-6' }: { name: keyof typeof SHELL_ICON; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d={SHELL_ICON[name]} />
    </svg>
  )
}
