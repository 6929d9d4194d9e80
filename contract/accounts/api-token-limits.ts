/** API tokens: characters of a name, days that one works, tokens of one person, and requests of one token in a minute. */
export const API_TOKEN = { name: 60, usualDays: 90, mostDays: 366, mostOfPerson: 20, perMinute: 600 } as const
