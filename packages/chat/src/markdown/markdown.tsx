import { lazy, Suspense, type ReactNode } from 'react'
import type { MarkdownOptions } from './markdown-options.ts'
import { PlainText } from './plain-text.tsx'

/** The props of `Markdown`. */
export interface MarkdownProps extends MarkdownOptions {
  /** The whole text so far. While `streaming`, each new text begins with the one before. */
  readonly text: string
  /** True if more text follows. Default `false`. */
  readonly streaming?: boolean | undefined
}

const load = () => import('./rich-markdown.tsx')

// The text stays readable if the part cannot load (offline, a new deployment).
const RichMarkdown = lazy(() =>
  load().then(
    ({ RichMarkdown }) => ({ default: RichMarkdown }),
    () => ({ default: PlainText }),
  ),
)

/** Loads the Markdown part before its first use. Never rejects. */
export async function preloadMarkdown(): Promise<void> {
  await load().catch(() => undefined)
}

/**
 * Shows a model's Markdown (CommonMark and GFM) as React elements of a closed set. Renders no HTML
 * of the text, links only to web, mail and phone, and loads no image that neither the person nor
 * the application allowed. Finished text is never parsed or rendered again, whatever follows. The
 * text is shown as written until the parser is loaded, and if it cannot load. The first rendering,
 * and the server's, shows at most 32,768 characters; the rest follows frame by frame.
 */
export function Markdown(props: MarkdownProps): ReactNode {
  return (
    <Suspense fallback={<PlainText text={props.text} />}>
      <RichMarkdown {...props} />
    </Suspense>
  )
}
