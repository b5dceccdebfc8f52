import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { BlockView } from '../src/markdown/block-view.tsx'
import { FootnotesContext } from '../src/markdown/footnotes.tsx'
import { MarkdownDocument } from '../src/markdown/markdown-stream.ts'

/** Renders the document as the browser would get it, from any deltas. */
export function renderDocument(document: MarkdownDocument): string {
  const blocks = document.pages.flat()
  return renderToStaticMarkup(
    createElement(
      FootnotesContext.Provider,
      { value: document.footnotes },
      blocks.map((block) => createElement(BlockView, { key: block.key, block })),
    ),
  )
}

/** Renders the final state of `text`, given as one delta. */
export function renderWhole(text: string): string {
  const document = new MarkdownDocument()
  document.push(text)
  document.finish()
  return renderDocument(document)
}
