/** The name of a database in messages, without user and password. */
export function nameOf(url: string): string {
  return `The database ${databaseOf(url)} at ${hostOf(url)}`
}

/** Host and port, for messages. */
export function hostOf(url: string): string {
  return new URL(url).host || 'the local socket'
}

/**
 * The statement that creates the database of an address, owned by the user of the address.
 * @param ending added to its name, where that name is taken
 */
export function creationOf(url: string, ending = ''): string {
  const user = decoded(new URL(url).username) || new URL(url).searchParams.get('user')
  const owner = user ? ` owner ${quoted(user)}` : ''
  return `create database ${quoted(databaseOf(url) + ending)}${owner} encoding 'UTF8' template template0`
}

const databaseOf = (url: string) => decoded(new URL(url).pathname.slice(1))
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
