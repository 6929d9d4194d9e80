import { lazyPart } from '../../../ui/lazy-part.tsx'

/** The application form within `<noscript>`: the server renders it, and a browser with JavaScript never loads its code. */
export const FormWithoutScriptPart = lazyPart(async () => (await import('./form-without-script.tsx')).FormWithoutScript)
