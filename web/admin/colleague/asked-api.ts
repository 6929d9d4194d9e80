import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import type { ResumeText } from '../../../contract/applications/resume-text.ts'
import {
  COLLEAGUE_API,
  COLLEAGUE_DEVICE_HEADER,
  COLLEAGUE_TOKEN_HEADER,
} from '../../../contract/team/colleague-paths.ts'
import type { ColleagueAnswer, LinkedQuestion, openedDeviceSchema } from '../../../contract/team/colleague-questions.ts'
import type { InterviewerScorecard, OwnScorecard } from '../../../contract/team/scorecards.ts'
import { ApiError, raiseUnlessOk } from '../../api/api-error.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { shouldRetryQuery } from '../../api/retry-rules.ts'
import { readDevice } from './known-device.ts'

const PENDING_MS = 2_000

/** The secrets of a link, as each request of a colleague sends them. */
function headersOf(token: string): Record<string, string> {
  const device = readDevice(token)
  return { [COLLEAGUE_TOKEN_HEADER]: token, ...(device !== null && { [COLLEAGUE_DEVICE_HEADER]: device }) }
}

/** Whether a link does not work, or not any more. */
export function isLinkEnded(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}

const retry = (failures: number, error: Error) => !isLinkEnded(error) && shouldRetryQuery(failures, error)

/** What a colleague is asked. */
export function askedQuestionQuery(token: string) {
  return queryOptions({
    queryKey: [COLLEAGUE_API.askedQuestion, token],
    queryFn: ({ signal }) =>
      jsonRequest<LinkedQuestion>('GET', COLLEAGUE_API.askedQuestion, { headers: headersOf(token), signal }),
    // While one writes, the question stays as it was read.
    staleTime: Number.POSITIVE_INFINITY,
    retry,
  })
}

/** The text of the resume; read again while the server is still at it. */
export function askedTextQuery(token: string) {
  return queryOptions({
    queryKey: [COLLEAGUE_API.askedQuestionResumeText, token],
    queryFn: ({ signal }) =>
      jsonRequest<ResumeText>('GET', COLLEAGUE_API.askedQuestionResumeText, { headers: headersOf(token), signal }),
    refetchInterval: (query) => query.state.data?.state === 'pending' && PENDING_MS,
    retry,
  })
}

/** The file of the resume. */
export async function fetchAskedResume(token: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(COLLEAGUE_API.askedQuestionResume, { headers: headersOf(token), signal })
  return (await raiseUnlessOk(response)).blob()
}

/** Opens the link on this device. @param code from the mail; null on the first device */
export function openLink(token: string, code: string | null): Promise<z.output<typeof openedDeviceSchema>> {
  return jsonRequest('POST', COLLEAGUE_API.openAskedQuestion, { headers: headersOf(token), body: { code } })
}

/** Has a code mailed to the colleague. */
export function sendCode(token: string): Promise<void> {
  return jsonRequest('POST', COLLEAGUE_API.askedQuestionCode, { headers: headersOf(token) })
}

/** Sends an answer. */
export function sendAnswer(token: string, answer: ColleagueAnswer): Promise<void> {
  return jsonRequest('POST', COLLEAGUE_API.askedQuestionAnswer, { headers: headersOf(token), body: answer })
}

/** Gives or changes the scorecard of an interviewer. */
export function sendScorecard(token: string, scorecard: OwnScorecard): Promise<InterviewerScorecard> {
  return jsonRequest('PUT', COLLEAGUE_API.askedQuestionScorecard, { headers: headersOf(token), body: scorecard })
}
