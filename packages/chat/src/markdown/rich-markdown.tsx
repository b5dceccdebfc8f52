import {
  memo,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import type { Page } from './block.ts'
import {
  englishMarkdown,
  MarkdownOptionsContext,
  type MarkdownOptions,
  type ResolvedMarkdownOptions,
} from './markdown-options.ts'
import { MarkdownStream } from './markdown-stream.ts'
import { BlockView } from './block-view.tsx'

export interface RichMarkdownProps extends MarkdownOptions {
  readonly text: string
  readonly streaming?: boolean | undefined
}

/** `Markdown` once its parser is loaded. */
export function RichMarkdown(props: RichMarkdownProps): ReactNode {
  const { text, streaming = false, strings, renderCodeActions, onLinkClick } = props
  const [stream] = useState(() => new MarkdownStream(text, streaming))
  useLayoutEffect(() => stream.update(text, streaming), [stream, text, streaming])
  useLayoutEffect(() => () => stream.pause(), [stream])
  const pages = useSyncExternalStore(stream.subscribe, stream.getSnapshot, stream.getSnapshot)
  const options = useMemo(
    (): ResolvedMarkdownOptions => ({
      strings: { ...englishMarkdown, ...strings },
      renderCodeActions,
      onLinkClick,
    }),
    [strings, renderCodeActions, onLinkClick],
  )
  return (
    <MarkdownOptionsContext.Provider value={options}>
      <div className="ambit-markdown" data-streaming={streaming ? '' : undefined}>
        {pages.map((page, index) => (
          <PageView key={index} page={page} />
        ))}
      </div>
    </MarkdownOptionsContext.Provider>
  )
}

const PageView = memo(function PageView({ page }: { readonly page: Page }) {
  return page.map((block) => <BlockView key={block.key} block={block} />)
})
