import { memo, useContext, type ComponentType, type ReactNode } from 'react'
import type { Block } from './block.ts'
import { CodeView } from './code-view.tsx'
import { MarkdownOptionsContext } from './markdown-options.ts'
import { tokenNode } from './token-node.tsx'

interface BlockViewProps {
  readonly block: Block
}

/** Renders one top-level block, and again only when the block is another object. */
export const BlockView: ComponentType<BlockViewProps> = memo(function BlockView({
  block,
}: BlockViewProps): ReactNode {
  switch (block.kind) {
    case 'token':
      return tokenNode(block.token, 0)
    case 'code':
      return <CodeView info={block.info} chunks={block.chunks} isComplete={block.isComplete} />
    case 'plain':
      return (
        <p data-plain="" dir="auto">
          {block.chunks}
        </p>
      )
    case 'truncated':
      return <TruncatedView />
  }
})

function TruncatedView() {
  const { strings } = useContext(MarkdownOptionsContext)
  return <p data-truncated="">{strings.truncated}</p>
}
