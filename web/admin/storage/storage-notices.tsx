import type { ReactNode } from 'react'
import type { StorageStatus } from '../../../contract/site/storage.ts'
import { formatDayAndTime } from '../../ui/text/date-formats.ts'
import { describeCopyRemedy, describeErrorStore } from './replica-texts.ts'
import { ServerSentence } from './server-sentence.tsx'
import { describeAlarms, describeIntactFiles, describeNoDrive, describeRemedy, hasDamage } from './storage-texts.ts'

/** The numbers in words: whether the files are intact, and why replicas fail. */
export function StorageNotices({ status }: { status: StorageStatus }) {
  const noDrive = describeNoDrive(status)
  return (
    <div className="grid gap-4">
      {hasDamage(status.resumes) ? <Alarm resumes={status.resumes} /> : <p>{describeIntactFiles(status)}</p>}
      {noDrive && <p className="measure text-ink-muted">{noDrive}</p>}
      <CopyFault status={status} />
      <TaskFault tasks={status.tasks} />
    </div>
  )
}

function Alarm({ resumes }: Pick<StorageStatus, 'resumes'>) {
  return (
    <div role="alert" className="border-signal-red border-l-4 pl-4">
      <ul className="font-semibold text-signal-red">
        {describeAlarms(resumes).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="measure mt-2">{describeRemedy(resumes)}</p>
    </div>
  )
}

function CopyFault({ status }: { status: StorageStatus }) {
  const { lastError, failed } = status.replicas
  if (!lastError && failed === 0) return null
  return (
    <div className="border-signal-amber border-l-4 pl-4">
      {lastError && (
        <p className="measure wrap-anywhere">
          Last error, <Moment at={lastError.at} />: {describeErrorStore(status)}
          <strong>
            <ServerSentence text={lastError.message} />
          </strong>
        </p>
      )}
      <p className="measure text-ink-muted">{describeCopyRemedy(status)}</p>
    </div>
  )
}

/** A failing deletion or virus scan: a file that should be deleted is a privacy matter. */
function TaskFault({ tasks: { lastError } }: Pick<StorageStatus, 'tasks'>) {
  if (!lastError) return null
  return (
    <p className="measure wrap-anywhere border-signal-amber border-l-4 pl-4">
      A background task keeps failing and is being retried: <strong>{lastError}</strong>
    </p>
  )
}

function Moment({ at }: { at: string }): ReactNode {
  return <time dateTime={at}>{formatDayAndTime(at)}</time>
}
