import { Chat, preloadMarkdown } from 'ambit/chat'
import { AgentProvider, type MessagePage, useMessage, useMessages } from 'ambit/react'
import { memo } from 'react'
import { createRoot } from 'react-dom/client'
import { countRender, type Mount } from '../conversation.ts'
import { createAnswering } from './create-answering.ts'

/** Mounts Ambit's hooks, memoised rows and Ambit's Markdown. */
export const mount: Mount = async (root, earlier) => {
  await preloadMarkdown()
  const { agent, ask } = createAnswering(earlier)
  createRoot(root).render(
    <AgentProvider agent={agent}>
      <Rows />
    </AgentProvider>,
  )
  return { ask }
}

function Rows() {
  return useMessages().pages.map((page) => <Page key={page[0]} page={page} />)
}

const Page = memo(function Page({ page }: { readonly page: MessagePage }) {
  return (
    <div style={{ contain: 'content' }}>
      {page.map((id) => (
        <Row key={id} id={id} />
      ))}
    </div>
  )
})

const Row = memo(function Row({ id }: { readonly id: string }) {
  const message = useMessage(id)
  countRender(id)
  if (message?.role === 'user') {
    return <article>{typeof message.content === 'string' && message.content}</article>
  }
  if (message?.role !== 'assistant') return null
  return (
    <article>
      <Chat.Markdown text={message.content ?? ''} streaming={message.finishReason === undefined} />
    </article>
  )
})
