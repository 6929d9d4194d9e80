import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { JobAlert, JobAlertList } from '../../../contract/jobs/search/job-alert.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { toast } from '../../ui/toast/toast.ts'

type Page = { address: string; before: number; token: string | null; signal?: AbortSignal }

function readPage({ address, before, token, signal }: Page): Promise<JobAlertList> {
  const query = new URLSearchParams({ ...(address && { address }), ...(before && { before: String(before) }) })
  return jsonRequest<JobAlertList>('GET', `${ADMIN_API.jobAlerts}?${query}`, { token, ...(signal && { signal }) })
}

/** The job alerts whose address contains a text, newest first, page by page. */
export function jobAlertsQuery(token: string | null, address: string) {
  return infiniteQueryOptions({
    queryKey: [ADMIN_API.jobAlerts, token, address],
    queryFn: ({ pageParam, signal }) => readPage({ address, before: pageParam, token, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ alerts, more }) => (more ? alerts.at(-1)?.id : undefined),
    staleTime: 0,
  })
}

/** Every job alert whose address contains a text, newest first. */
export async function readAllAlerts(address: string): Promise<JobAlert[]> {
  const all: JobAlert[] = []
  for (;;) {
    const { alerts, more } = await readPage({ address, before: all.at(-1)?.id ?? 0, token: readToken() })
    all.push(...alerts)
    if (!more || alerts.length === 0) return all
  }
}

/** Deletes a job alert with all that is stored about its address. */
export function useAlertDeletion() {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: ({ id }: JobAlert) => jsonRequest('DELETE', pathTo(ADMIN_API.jobAlert, id), { token: readToken() }),
    onSuccess: (_done, { email }) => toast({ title: 'Job alert deleted', description: email }),
    onError: (error) => showFailure(error, { title: 'Nothing was deleted', description: 'Please try again' }),
    onSettled: () => client.invalidateQueries({ queryKey: [ADMIN_API.jobAlerts] }),
  })
}
