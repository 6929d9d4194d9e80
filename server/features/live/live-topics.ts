/** What one process tells the others: what has changed, or who reads which application. */
type LiveTopic = 'live' | 'reading'

/** A notification of a process. @property sender its random id */
type LiveMessage = { of: LiveTopic; sender: string; text: string }

const TOPIC = /^(?<of>live|reading) (?<sender>\S*) ?(?<text>.*)$/s

/** Writes a notification to other processes. */
export function writeTopic({ of, sender, text }: LiveMessage): string {
  return `${of} ${sender} ${text}`
}

/** Reads what {@link writeTopic} has written; undefined for a topic of another feature. */
export function parseTopic(topic: string): LiveMessage | undefined {
  const groups = TOPIC.exec(topic)?.groups
  return groups && { of: groups.of as LiveTopic, sender: groups.sender ?? '', text: groups.text ?? '' }
}
