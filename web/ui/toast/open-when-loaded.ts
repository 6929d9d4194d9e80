import { toast } from './toast.ts'

/**
 * Opens a part of the page once its code is loaded. When it cannot be loaded, a toast says so and offers to try again: loading
 * the page again would lose what is typed on it.
 * @param name what is opened, as a sentence begins with it
 * @param load may also read what the part begins with
 */
export function openWhenLoaded<Loaded>(
  name: string,
  load: () => Promise<Loaded>,
  open: (loaded: Loaded) => void,
): void {
  const explain = () =>
    toast({
      title: `${name} could not be loaded`,
      description: 'Check your connection and try again. What you typed on this page stays.',
      tone: 'error',
      action: { label: 'Try again', run: () => openWhenLoaded(name, load, open) },
    })
  load().then(open, explain)
}
