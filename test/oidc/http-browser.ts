/** A browser as far as HTTP goes: it keeps cookies by host and sends forms, and follows no redirect by itself. */
export function createBrowser() {
  const jar = new Map<string, Map<string, string>>()
  const cookiesOf = (url: string) => {
    const { host } = new URL(url)
    const cookies = jar.get(host) ?? new Map<string, string>()
    jar.set(host, cookies)
    return cookies
  }
  const open = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookies = cookiesOf(url)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  return {
    open,
    cookiesOf,
    /** Signs in at the real provider and agrees. @returns the address to which it sends the browser back */
    signInAt: async (address: string, login: string): Promise<string> => {
      const { origin } = new URL(address)
      let [url, init]: [string, RequestInit] = [address, {}]
      // Redirects and two forms; a provider that goes round in circles is a fault.
      for (let step = 0; step < 12; step += 1) {
        const response = await open(url, init)
        const location = response.headers.get('location')
        const target = location === null ? undefined : new URL(location, url)
        if (target && target.origin !== origin) return target.href
        ;[url, init] = target ? [target.href, {}] : filledForm(await response.text(), url, login)
      }
      throw new Error('the provider never sends the browser back')
    },
  }
}

/** What sends the form of a page: who signs in, and afterwards that the person agrees. */
function filledForm(page: string, url: string, login: string): [string, RequestInit] {
  const action = /action="([^"]+)"/.exec(page)?.[1]
  if (!action) throw new Error(`the provider shows no form: ${page.slice(0, 300)}`)
  const asksWho = page.includes('name="login"')
  const fields: Record<string, string> = asksWho ? { prompt: 'login', login, password: 'any' } : { prompt: 'consent' }
  return [new URL(action, url).href, { method: 'POST', body: new URLSearchParams(fields) }]
}
