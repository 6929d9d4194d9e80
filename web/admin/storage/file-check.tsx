import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { StorageStatus } from '../../../contract/site/storage.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { describeCheck, describeHindrance, describeProgress, isChecking } from './check-texts.ts'
import { requestCheck, storageStatusQuery } from './storage-api.ts'

/** Starts a check of all files and shows its progress. The server runs it, so leaving the page does not stop it. */
export function FileCheck({ check }: Pick<StorageStatus, 'check'>) {
  const start = useCheckRequest()
  const isRunning = isChecking(check)
  const hindrance = describeHindrance(check)
  const { words, moment, size } = describeCheck(check)
  return (
    <div className="grid gap-3 border-line border-t pt-5 sm:flex sm:flex-wrap sm:items-center sm:gap-x-6">
      <Button tone="secondary" reservesSpinner isBusy={isRunning || start.isPending} onClick={() => start.mutate()}>
        Check All Files Now
      </Button>
      {check && isRunning && <Progress check={check} />}
      <p role="status" className="text-ink-muted text-sm">
        {words}
        {moment}
        {size}
      </p>
      {hindrance && (
        <p role="alert" className="basis-full border-signal-amber border-l-4 pl-4 wrap-anywhere">
          {hindrance}
        </p>
      )}
    </div>
  )
}

function Progress({ check }: { check: NonNullable<StorageStatus['check']> }) {
  const { percent, words } = describeProgress(check)
  return (
    <div className="grid min-w-0 flex-1 gap-1 font-mono text-sm tabular-nums sm:min-w-72">
      <progress aria-label="Files checked" max={100} value={percent} className="upload-progress w-full" />
      <p className="flex justify-between gap-3">
        <span>{words}</span>
        <span>{percent}%</span>
      </p>
    </div>
  )
}

function useCheckRequest() {
  const client = useQueryClient()
  const { token } = useAuth()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: requestCheck,
    onSuccess: async (status) => {
      const { queryKey } = storageStatusQuery(token)
      // An earlier read would restore the old status.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, status)
    },
    onError: (error) =>
      showFailure(error, { title: 'Check Failed', description: 'The file check could not be started' }),
  })
}
