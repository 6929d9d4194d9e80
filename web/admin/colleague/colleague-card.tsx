import type { ReactNode } from 'react'

/** The page before a question is read: one card. */
export function ColleagueCard({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="wrap grid justify-items-center pt-12 md:pt-20">
      <div className="grid w-full max-w-lg gap-5 rounded-md border border-line bg-panel p-5 md:p-8">
        <h1 className="text-2xl wrap-anywhere">{title}</h1>
        {children}
      </div>
    </div>
  )
}
