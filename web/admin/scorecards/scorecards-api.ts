import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OwnScorecard, Scorecard, Scorecards, ScorecardVersions } from '../../../contract/team/scorecards.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { failureMessage } from '../../api/api-error.ts'
import { readToken } from '../../api/auth-store.ts'
import { conflictingVersion } from '../../api/edit-conflict.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { pollOptions } from '../api/poll-options.ts'

/** The scorecards of an application, as the signed-in person may read them. */
export function scorecardsQuery(token: string | null, applicationId: number) {
  const address = pathTo(ADMIN_API.scorecards, applicationId)
  return queryOptions({
    ...pollOptions,
    queryKey: [address, token],
    queryFn: ({ signal }) => jsonRequest<Scorecards>('GET', address, { token, signal }),
  })
}

/** What a scorecard said before. */
export function scorecardVersionsQuery(token: string | null, { id, card }: Scorecard) {
  const address = pathTo(ADMIN_API.scorecardVersions, id)
  return queryOptions({
    queryKey: [address, card?.version, token],
    queryFn: ({ signal }) => jsonRequest<ScorecardVersions>('GET', address, { token, signal }),
  })
}

/** Returns the action that gives or changes one's own scorecard, or skips it; what the server answers is then shown. */
export function useOwnScorecard(applicationId: number) {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  const show = (scorecards: Scorecards) =>
    client.setQueryData(scorecardsQuery(readToken(), applicationId).queryKey, scorecards)
  return useMutation({
    mutationFn: (write: OwnScorecard | 'skip') => {
      const token = readToken()
      if (write === 'skip')
        return jsonRequest<Scorecards>('POST', pathTo(ADMIN_API.skipScorecard, applicationId), { token })
      return jsonRequest<Scorecards>('PUT', pathTo(ADMIN_API.ownScorecard, applicationId), { token, body: write })
    },
    onSuccess: show,
    onError: (error) => {
      const stored = conflictingVersion<Scorecards>(error)
      if (stored) show(stored)
      else showFailure(error, { title: 'Scorecard was not saved', description: failureMessage(error) })
    },
  })
}
