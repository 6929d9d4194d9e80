import type { TokenScope } from '../../../../contract/accounts/token-scopes.ts'
import { keysOf } from '../../../../contract/wire/records.ts'

/**
 * The operations that an API token opens, by scope: what is not named here refuses every token. Nothing here touches accounts,
 * sessions, ways to sign in, tokens or settings, or deletes for good. Of what asks again who one is there are exports alone
 * (`docs/decisions/0158-api-tokens.md`).
 */
const OPERATIONS: Record<TokenScope, readonly string[]> = {
  read: [
    ...['listApplications', 'getApplication', 'getApplicationSummary', 'getRelatedApplications', 'getFeedbackVersions'],
    ...['getApplicationHistory', 'listEarlierResumes', 'downloadResume', 'getResumeText', 'search', 'listAssignees'],
    ...['listComments', 'listCommentVersions', 'listScorecards', 'listScorecardVersions', 'listColleagueQuestions'],
    ...['listTags', 'listSavedViews', 'listMessages', 'countMessages', 'listMessageTemplates'],
    ...[
      'getAgenda',
      'listApplicationInterviews',
      'getInterviewDefaults',
      'listApplicationOffers',
      'listInterviewOffers',
    ],
    ...['listJobs', 'getJob', 'getJobHistory', 'listApplicantCounts', 'getApplicantBoard', 'listOpenApplications'],
    ...['getInsights', 'getSettings', 'getSiteTexts', 'getStorage', 'listAudit'],
  ],
  write: [
    ...['updateApplication', 'moveApplication', 'markAnswered', 'assignApplications'],
    ...['changeApplications', 'undoApplicationChange', 'tagApplications', 'addTag', 'changeTag'],
    ...['addComment', 'changeComment', 'deleteComment', 'giveScorecard', 'skipScorecard'],
    ...['sendMessages', 'editMessage', 'actOnMessages', 'previewMessage'],
    ...['planInterview', 'changeInterview', 'cancelInterview', 'offerInterviewTimes', 'withdrawInterviewOffer'],
    ...['createJob', 'updateJob', 'fillJob'],
  ],
  export: ['downloadApplications', 'downloadResumes', 'downloadPerson', 'downloadAudit'],
}

const SCOPES = new Map(
  keysOf(OPERATIONS).flatMap((scope) => OPERATIONS[scope].map((operation) => [operation, scope] as const)),
)

/** The scope that an operation needs of an API token; undefined for one that no token opens. */
export function scopeOf(operationId: string): TokenScope | undefined {
  return SCOPES.get(operationId)
}

/** Every operation that a token opens. */
export const TOKEN_OPERATIONS: readonly string[] = [...SCOPES.keys()]

/** What the OpenAPI document says about who may use an operation that needs a sign-in. */
export function securityOf(operationId: string): Record<string, string[]>[] {
  const scope = scopeOf(operationId)
  return [{ bearer: [] }, ...(scope === undefined ? [] : [{ apiToken: [scope] }])]
}
