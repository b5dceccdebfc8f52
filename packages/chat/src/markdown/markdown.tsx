'use client'

import {
  createElement,
  lazy,
  Suspense,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react'
import { LateModule, type LateState, useLateModule } from '../late/late-module.ts'
import type { MarkdownOptions } from './markdown-options.ts'
import { PlainText } from './plain-text.tsx'
import type * as richMarkdown from './rich-markdown.tsx'

/** The props of `Chat.Markdown`. */
export interface MarkdownProps extends MarkdownOptions {
  /** The whole text so far. While `streaming`, each new text begins with the one before. */
  readonly text: string
  /** True if more text follows. Default `false`. */
  readonly streaming?: boolean | undefined
}

const late = new LateModule(() => import('./rich-markdown.tsx'))

// The text stays readable if the part cannot be fetched (offline, a new deployment).
const LazyMarkdown = lazy(async (): Promise<{ default: ComponentType<MarkdownProps> }> => {
  await late.load()
  return { default: late.getState().module?.RichMarkdown ?? PlainText }
})

let Current: ComponentType<MarkdownProps> = LazyMarkdown
late.subscribe(() => {
  const { module, hasFailed } = late.getState()
  // React keeps the first result of a lazy component. After a failure, another component replaces
  // it.
  if (hasFailed) Current = PlainText
  else if (module && Current === PlainText) Current = module.RichMarkdown
})

/** Loads the Markdown part before its first use. Never rejects. */
export async function preloadMarkdown(): Promise<void> {
  await late.load()
}

/**
 * Returns the state of the Markdown part. While `hasFailed` is true, texts are shown as they were
 * written.
 */
export const useMarkdownState = (): LateState<typeof richMarkdown> => useLateModule(late)

/**
 * Shows a model's Markdown (CommonMark and GFM) as React elements of a closed set. Renders no HTML
 * of the text, links only to web, mail and phone, and loads no image that neither the user nor
 * the application allowed. Finished text is never parsed or rendered again, whatever follows. The
 * text is shown as written until the parser is loaded, and if it cannot load. The first rendering,
 * and the server's, shows at most 32,768 characters; the rest follows frame by frame.
 */
export function Markdown(props: MarkdownProps): ReactNode {
  const rich = useSyncExternalStore(late.subscribe, currentMarkdown, () => LazyMarkdown)
  return (
    <Suspense fallback={<PlainText text={props.text} />}>{createElement(rich, props)}</Suspense>
  )
}

const currentMarkdown = (): ComponentType<MarkdownProps> => Current
