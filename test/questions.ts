import type { AskedQuestion, Question } from '../contract/jobs/question.ts'
import { API, pathTo } from '../contract/wire/paths.ts'
import type { TestApp } from './test-app.ts'

/** A question as an admin would write it. */
export function question(changes: Partial<Question> = {}): Question {
  return {
    text: 'How long is your drive?',
    kind: 'short_text',
    isRequired: false,
    choices: [],
    lookAtFirst: [],
    probablyNot: [],
    ...changes,
  }
}

/** One question of each kind. */
export const EVERY_KIND: Question[] = [
  question({ text: 'Which historian do you know best?', isRequired: true }),
  question({ text: 'Tell us about a well pad that you commissioned.', kind: 'long_text' }),
  question({ text: 'Do you have a TWIC card?', kind: 'yes_no', isRequired: true, probablyNot: ['No'] }),
  question({ text: 'Which rotation suits you?', kind: 'one_of', choices: ['14/14', '7/7'] }),
  question({
    text: 'Which protocols have you used?',
    kind: 'several_of',
    isRequired: true,
    choices: ['MQTT', 'Modbus', 'OPC UA'],
    lookAtFirst: ['MQTT'],
  }),
  question({ text: 'Years with Ignition', kind: 'number' }),
  question({ text: 'When can you start?', kind: 'date' }),
  question({ text: 'Where is your work?', kind: 'link' }),
]

/** The questions of a posting as its applicants read them. */
export async function readAsked(app: Pick<TestApp, 'request'>, jobId: number): Promise<AskedQuestion[]> {
  const job = (await (await app.request(pathTo(API.job, jobId))).json()) as { askedQuestions: AskedQuestion[] }
  return job.askedQuestions
}
