import type { ReactNode } from 'react'
import type { StorageStatus } from '../../../contract/site/storage.ts'
import { FILE_STORES, STORES } from '../../../contract/wire/file-store-names.ts'
import { formatDayAndTime } from '../../ui/text/date-formats.ts'
import { formatCount } from '../../ui/text/format-count.ts'
import { isInUse } from './replica-texts.ts'
import { describeAge } from './storage-formats.ts'

type StorageCountsProps = {
  status: StorageStatus
  /** When the status was read, for ages; milliseconds. */
  readAt: number
}

/** Every number of the status, in four groups. */
export function StorageCounts({ status, readAt }: StorageCountsProps) {
  const { resumes, stores, replicas, tasks } = status
  return (
    <div className="mt-2 grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
      <Group title="Where they are">
        {FILE_STORES.filter((name) => name === 'local' || isInUse(stores[name])).map((name) => (
          <Count key={name} name={STORES[name].where} count={stores[name].stored} />
        ))}
        <Count name="Resumes in total" count={resumes.total} />
      </Group>
      <Group title="Files with a problem">
        <Count name="Missing" count={resumes.missing} alarm="text-signal-red" />
        <Count name="Altered" count={resumes.altered} alarm="text-signal-red" />
        <Count name="Lost" count={resumes.lost} alarm="text-signal-red" />
      </Group>
      <Group title="Copies to be made">
        <Count name="Waiting" count={replicas.waiting} />
        <Count name="Failed" count={replicas.failed} alarm="text-signal-amber" />
        <Since name="Oldest resume" instant={replicas.oldestWaiting} readAt={readAt} />
      </Group>
      <Group title="Background tasks">
        <Count name="Open" count={tasks.open} />
        <Count name="Most attempts" count={tasks.mostAttempts} />
        <Since name="Oldest" instant={tasks.oldest} readAt={readAt} />
      </Group>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="border-line border-b pb-1 text-sm tracking-normal">{title}</h3>
      <dl className="mt-2 grid gap-1 text-sm">{children}</dl>
    </div>
  )
}

/** @param alarm colour of a number above zero; the name beside it says what it means */
function Count({ name, count, alarm = '' }: { name: string; count: number; alarm?: string }) {
  return (
    <Fact name={name}>
      <span className={count > 0 && alarm ? `font-semibold ${alarm}` : ''}>{formatCount(count)}</span>
    </Fact>
  )
}

function Since({ name, instant, readAt }: { name: string; instant: string | null; readAt: number }) {
  if (!instant) return <Fact name={name}>–</Fact>
  return (
    <>
      <Fact name={name}>{describeAge(instant, readAt)}</Fact>
      <div className="text-right text-ink-muted">
        <dt className="sr-only">{name}, since</dt>
        <dd>
          <time dateTime={instant}>{formatDayAndTime(instant)}</time>
        </dd>
      </div>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-x-3">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="text-right font-mono tabular-nums">{children}</dd>
    </div>
  )
}
