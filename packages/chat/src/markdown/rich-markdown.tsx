import {
  Fragment,
  memo,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import type { Page } from './parse-piece.ts'
import { FootnotesContext } from './footnotes.tsx'
import { HiddenMark } from './hidden-mark.tsx'
import {
  englishMarkdown,
  MarkdownOptionsContext,
  type MarkdownOptions,
  type ResolvedMarkdownOptions,
} from './markdown-options.ts'
import { MarkdownStream } from './markdown-stream.ts'
import { BlockView } from './block-view.tsx'
import { addStyles, keepStyles } from '../styles/bring-styles.ts'
import styles from './markdown.css?inline'

addStyles(styles)

export { toSpeech } from '../read-aloud/to-speech.ts'
export { LinkView } from './link-view.tsx'

export interface RichMarkdownProps extends MarkdownOptions {
  readonly text: string
  readonly streaming?: boolean | undefined
}

/** Renders `Markdown` once its parser is loaded. */
export function RichMarkdown(props: RichMarkdownProps): ReactNode {
  const { text, streaming = false, strings } = props
  const { renderCode, renderMath, renderLink, renderCodeActions } = props
  const { onNavigate, onLinkClick, images } = props
  const [stream] = useState(() => new MarkdownStream(text, streaming))
  // A delta takes one commit here; a separate drawing would take two.
  stream.anticipate(text, streaming)
  useLayoutEffect(() => stream.update(text, streaming), [stream, text, streaming])
  useLayoutEffect(() => () => stream.pause(), [stream])
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (box.current ? keepStyles(box.current) : undefined), [])
  const pages = useSyncExternalStore(stream.subscribe, stream.getSnapshot, stream.getSnapshot)
  const options = useMemo(
    (): ResolvedMarkdownOptions => ({
      strings: { ...englishMarkdown, ...strings },
      renderCode,
      renderMath,
      renderLink,
      renderCodeActions,
      onNavigate,
      onLinkClick,
      images,
    }),
    [
      strings,
      renderCode,
      renderMath,
      renderLink,
      renderCodeActions,
      onNavigate,
      onLinkClick,
      images,
    ],
  )
  return (
    <MarkdownOptionsContext.Provider value={options}>
      <div ref={box} className="ambit-markdown" data-streaming={streaming ? '' : undefined}>
        <FootnotesContext.Provider value={stream.footnotes}>
          {pages.map((page, index) => (
            <PageView key={index} page={page} />
          ))}
        </FootnotesContext.Provider>
        <HiddenMark count={stream.hiddenChars} strings={options.strings} />
      </div>
    </MarkdownOptionsContext.Provider>
  )
}

/**
 * Renders the blocks of a page inside one child. React checks each child even of a page that does
 * not change.
 */
const PageView = memo(function PageView({ page }: { readonly page: Page }) {
  const blocks = page.map((block) => <BlockView key={block.key} block={block} />)
  return <Fragment key="blocks">{blocks}</Fragment>
})
