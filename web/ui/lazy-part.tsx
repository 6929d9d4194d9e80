import { type ComponentType, lazy, type ReactNode, useState } from 'react'

/** A component in a chunk of its own. */
export type LazyPart<Props extends object> = {
  /** Renders at once where the chunk is there already, and otherwise suspends. */
  View: (props: Props) => ReactNode
  /** Fetches the chunk, once; fetched again only after a failure. */
  preload: () => Promise<ComponentType<Props>>
}

/**
 * Splits a component off. The server preloads what it renders, so that neither its render nor the hydration of a
 * preloaded page ever suspends.
 * @param load fetches the component
 * @param wait holds rendering back, for example until the part is near the viewport; {@link LazyPart.preload} ignores it
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  wait: () => Promise<void> = async () => undefined,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  let pending: Promise<ComponentType<Props>> | undefined

  const fetchOnce = async () => {
    try {
      loaded = await load()
      return loaded
    } catch (error) {
      pending = undefined
      throw error
    }
  }
  const preload = () => {
    pending ??= fetchOnce()
    return pending
  }
  const Later = lazy(async () => {
    await wait()
    return { default: await preload() }
  })

  function View(props: Props) {
    // Decided once for each mount: changing over later would throw away the state of what is shown.
    const [Part] = useState<ComponentType<Props>>(() => loaded ?? (Later as unknown as ComponentType<Props>))
    return <Part {...props} />
  }

  return { View, preload }
}
