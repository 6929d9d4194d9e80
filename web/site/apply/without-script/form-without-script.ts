import { lazyPart } from '../../../ui/lazy-part.tsx'

/** The application form within `<noscript>`: the server renders it, and a browser with JavaScript never loads its code. */
export const FormWithoutScript = lazyPart(async () => (await import('./native-form.tsx')).NativeForm)
