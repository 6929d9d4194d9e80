import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, use } from 'react'
import { Router, useLocation } from 'wouter'
import type { PageData } from '../contract/site/page-data.ts'
import { LoadFailureBoundary } from './layout/load-failure-boundary.tsx'
import { PageDataProvider } from './layout/page-data-context.ts'
import { PageShell } from './layout/page-shell.tsx'
import { isOfAdminArea, matchPage, pendingRoutes } from './routes.tsx'
import { Spinner } from './ui/spinner.tsx'

type AppProps = {
  client: QueryClient
  data: PageData
  /** Path to render, perhaps with a query; only set on the server. */
  path?: string
}

/** The whole application for one address. */
export function App({ client, data, path }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <PageDataProvider value={data}>
        <Router {...(path !== undefined && { ssrPath: path })}>
          <PageShell>
            <CurrentPage />
          </PageShell>
        </Router>
      </PageDataProvider>
    </QueryClientProvider>
  )
}

function CurrentPage() {
  const [path] = useLocation()
  return (
    <LoadFailureBoundary key={String(isOfAdminArea(path))}>
      <Suspense fallback={<PageLoading />}>
        <PageAt path={path} />
      </Suspense>
    </LoadFailureBoundary>
  )
}

function PageAt({ path }: { path: string }) {
  const pending = pendingRoutes(path)
  if (pending) use(pending)
  const { page, params } = matchPage(path)
  const { View } = page.view
  return (
    <LoadFailureBoundary key={page.isShared ? page.pattern : path}>
      <Suspense fallback={<PageLoading />}>
        <View params={params} />
      </Suspense>
    </LoadFailureBoundary>
  )
}

function PageLoading() {
  return (
    <div role="status" className="wrap grid min-h-[80vh] place-items-center text-accent">
      <Spinner />
      <span className="sr-only">Loading page</span>
    </div>
  )
}
