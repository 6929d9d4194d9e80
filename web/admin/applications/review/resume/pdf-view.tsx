import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useState } from 'react'
import { PdfPage } from './pdf-page.tsx'

/** A sheet of A4, until the first page is known. */
const A4_RATIO = Math.SQRT2

type PdfViewProps = {
  document: PDFDocumentProxy
  /** Width of a page in CSS pixels. */
  width: number
  search: string
}

/** All pages of a PDF, one under the other. Says so when it is a scan, which has no text to select or to search. */
export function PdfView({ document, width, search }: PdfViewProps) {
  const [first, setFirst] = useState<{ ratio: number; hasText: boolean } | null>(null)
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1)
  return (
    <>
      {first?.hasText === false && (
        <p role="status" className="mb-3 border-signal-amber border-l-4 pl-3 text-sm">
          This is a scan: it has no text, so nothing in it can be selected or found.
        </p>
      )}
      <ol className="pdf-pages" aria-label="Pages of the resume">
        {numbers.map((number) => (
          <PdfPage
            key={number}
            document={document}
            number={number}
            width={width}
            expectedRatio={first?.ratio ?? A4_RATIO}
            search={search}
            onDrawn={(drawn, page) => {
              if (drawn === 1) setFirst(page)
            }}
          />
        ))}
      </ol>
    </>
  )
}
