import { CircleCheck, Copy, Ellipsis, Eye, Link, Pencil, Power, PowerOff, Trash2 } from 'lucide-react'
import type { Job } from '../../../../contract/jobs/job.ts'
import { isOpenJob } from '../../../../contract/jobs/job-statuses.ts'
import { JOBS } from '../../../../contract/policies/jobs-policy.ts'
import { useMay } from '../../../session/use-may.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import type { MenuItem } from '../../../ui/menu/menu-item.ts'
import type { JobActions } from './use-job-actions.ts'

/** A dialog about one posting. */
export type JobDialogKind = 'record' | 'edit' | 'fill' | 'link' | 'delete'

/** What the menu of a row takes. */
export type JobMenuProps = {
  job: Job
  actions: JobActions
  onOpen: (kind: JobDialogKind, job: Job) => void
}

/** All actions on a posting that apply to it. */
export function JobMenu({ job, actions, onOpen }: JobMenuProps) {
  const changes = useMay()(JOBS.change, job.id)
  const view: MenuItem = { label: 'View details', icon: <Eye {...ICON} />, onSelect: () => onOpen('record', job) }
  // Nobody finds the page of another posting.
  const links: MenuItem[] = isOpenJob(job)
    ? [{ label: 'Copy link with source', icon: <Link {...ICON} />, onSelect: () => onOpen('link', job) }]
    : []
  const fill: MenuItem = {
    label: 'Mark as filled',
    icon: <CircleCheck {...ICON} />,
    onSelect: () => onOpen('fill', job),
  }
  return (
    <Menu
      label={`Actions for ${job.title}`}
      hint={changes ? 'Edit, clone, close, delete' : 'View details'}
      className={buttonClass('quiet', 'min-w-11 max-md:-ml-3')}
      groups={
        !changes
          ? [[view, ...links]]
          : [
              [
                view,
                { label: 'Edit', icon: <Pencil {...ICON} />, onSelect: () => onOpen('edit', job) },
                { label: 'Clone', icon: <Copy {...ICON} />, onSelect: () => actions.clone(job) },
                ...links,
              ],
              [
                ...(isOpenJob(job) ? [fill] : []),
                {
                  label: job.isActive ? 'Deactivate' : 'Activate',
                  icon: job.isActive ? <PowerOff {...ICON} /> : <Power {...ICON} />,
                  onSelect: () => actions.toggle(job),
                },
              ],
              [{ label: 'Delete', icon: <Trash2 {...ICON} />, tone: 'danger', onSelect: () => onOpen('delete', job) }],
            ]
      }
    >
      <Ellipsis aria-hidden="true" className="size-5" />
    </Menu>
  )
}

const ICON = { 'aria-hidden': true, className: 'size-4' } as const
