import { type ComponentType, lazy, type ReactNode, useState } from 'react'

/** A component in a separate chunk. */
export type LazyPart<Props extends object> = {
  /** Renders immediately if the chunk is loaded, otherwise suspends. */
  View: (props: Props) => ReactNode
  /** Loads the chunk once; again only after a failure. */
  preload: () => Promise<ComponentType<Props>>
}

/**
 * Splits off a component. The server preloads what it renders, so that neither rendering nor hydration suspends.
 * @param load loads the component
 * @param wait delays rendering, for example until the part is near the viewport; {@link LazyPart.preload} ignores it
 */
// @__NO_SIDE_EFFECTS__
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
    // Decided once per mount: switching later would discard the component's state.
    const [Part] = useState<ComponentType<Props>>(() => loaded ?? (Later as unknown as ComponentType<Props>))
    return <Part {...props} />
  }

  return { View, preload }
}
