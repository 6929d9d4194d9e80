/** Addresses of the API that a colleague without an account calls with the link of a question. */
export const COLLEAGUE_API = {
  askedQuestion: '/api/colleague-question',
  openAskedQuestion: '/api/colleague-question/open',
  askedQuestionCode: '/api/colleague-question/code',
  askedQuestionAnswer: '/api/colleague-question/answer',
  askedQuestionScorecard: '/api/colleague-question/scorecard',
  askedQuestionResume: '/api/colleague-question/resume',
  askedQuestionResumeText: '/api/colleague-question/resume-text',
} as const

/** Headers that carry the token of the link to a colleague, and the secret of the device that has opened it. */
export const COLLEAGUE_TOKEN_HEADER = 'X-Colleague-Token'
export const COLLEAGUE_DEVICE_HEADER = 'X-Colleague-Device'
