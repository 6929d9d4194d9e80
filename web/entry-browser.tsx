import './styles.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { PAGE_DATA_ID, type PageData } from '../contract/site/page-data.ts'
import { createQueryClient } from './api/query-client.ts'
import { listenToWindowFocus } from './api/window-focus.ts'
import { App } from './app.tsx'
import { preloadLinkedPages, preloadPage } from './routes.tsx'
import { seedQueryCache } from './seed-query-cache.ts'
import { keepSource } from './session/visit-source.ts'

const root = document.getElementById('root')
const block = document.getElementById(PAGE_DATA_ID)
if (!root || !block?.textContent) throw new Error('The page came without its root or its data')

keepSource()
const data: PageData = JSON.parse(block.textContent)
listenToWindowFocus()
let focused: EventTarget[] = []
addEventListener('focusin', (event) => {
  focused = event.composedPath()
})
// Nothing is to be kept before something has the focus, and a first visit shows more without this script.
addEventListener(
  'focusin',
  () => import('./ui/focus/guard-focus.ts').then((guard) => guard.guardFocus(() => focused)),
  {
    once: true,
  },
)
preloadLinkedPages()
const client = createQueryClient()
seedQueryCache(client, location.pathname, data)

// In a transition, React gives the main thread back every few milliseconds; else the page would stand still on a slow phone.
const start = () => startTransition(() => void hydrateRoot(root, <App client={client} data={data} />))

// The page's own chunk first: hydration then finds the same tree that the server rendered. No top-level await, because
// that chunk imports this one back and would wait for it for ever.
preloadPage(location.pathname).then(start, start)
