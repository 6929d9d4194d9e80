/**
 * The applications with a reply that waits for an answer, as SQL. It has the condition of the partial index `replies_unanswered`, letter by
 * letter, because otherwise no engine uses it.
 */
export const REPLY_WAITS = `id in (select application_id from replies where nature = 'reply' and answered_at is null)`
