import { lazy, Suspense, type ReactNode } from 'react'
import type { MarkdownOptions } from './markdown-options.ts'
import { PlainText } from './plain-text.tsx'

/** What `Markdown` takes. */
export interface MarkdownProps extends MarkdownOptions {
  /** The whole text so far. While `streaming`, each new text begins with the one before. */
  readonly text: string
  /** Whether more text follows. Default `false`. */
  readonly streaming?: boolean | undefined
}

const load = () => import('./rich-markdown.tsx')

// A part that cannot be fetched (offline, a new deployment) leaves the text readable.
const RichMarkdown = lazy(() =>
  load().then(
    ({ RichMarkdown }) => ({ default: RichMarkdown }),
    () => ({ default: PlainText }),
  ),
)

/** Fetches the Markdown part ahead of its first use. Never rejects. */
export async function preloadMarkdown(): Promise<void> {
  await load().catch(() => undefined)
}

/**
 * Shows a model's Markdown (CommonMark and GFM) as React elements of a closed set: no HTML from the
 * text, no images loaded, no links but web, mail and phone. What is finished is never parsed or
 * rendered again, whatever follows. Until the parser is loaded, and if it cannot be, the text is
 * shown as it was written. Of a text longer than 32,768 characters the first rendering, and the
 * server's, shows that much; the rest follows frame by frame.
 */
export function Markdown(props: MarkdownProps): ReactNode {
  return (
    <Suspense fallback={<PlainText text={props.text} />}>
      <RichMarkdown {...props} />
    </Suspense>
  )
}
