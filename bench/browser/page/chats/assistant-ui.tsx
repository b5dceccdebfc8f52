import {
  AssistantRuntimeProvider,
  type ChatModelAdapter,
  MessagePrimitive,
  ThreadPrimitive,
  useLocalRuntime,
} from '@assistant-ui/react'
import { MarkdownTextPrimitive } from '@assistant-ui/react-markdown'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { EarlierMessage, Mount, Sink } from '../conversation.ts'

/** Mounts assistant-ui's thread on its local runtime, with its Markdown. */
export const mount: Mount = (root, earlier) =>
  new Promise((resolve) => {
    let answer: (sink: Sink) => void = () => undefined
    const adapter = createAdapter((sink) => answer(sink))
    const onReady = (send: () => void): void =>
      resolve({
        ask: () =>
          new Promise((opened) => {
            answer = opened
            send()
          }),
      })
    createRoot(root).render(<Chat earlier={earlier} adapter={adapter} onReady={onReady} />)
  })

interface ChatProps {
  readonly earlier: readonly EarlierMessage[]
  readonly adapter: ChatModelAdapter
  readonly onReady: (send: () => void) => void
}

function Chat({ earlier, adapter, onReady }: ChatProps) {
  const runtime = useLocalRuntime(adapter, {
    initialMessages: earlier.map(({ id, role, text }) => ({ id, role, content: text })),
  })
  useEffect(() => onReady(() => runtime.thread.append('Which lamp?')), [onReady, runtime])
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <ThreadPrimitive.Root>
        <ThreadPrimitive.Viewport>
          <ThreadPrimitive.Messages components={{ UserMessage, AssistantMessage }} />
        </ThreadPrimitive.Viewport>
      </ThreadPrimitive.Root>
    </AssistantRuntimeProvider>
  )
}

const UserMessage = () => (
  <MessagePrimitive.Root asChild>
    <article>
      <MessagePrimitive.Parts />
    </article>
  </MessagePrimitive.Root>
)

const AssistantMessage = () => (
  <MessagePrimitive.Root asChild>
    <article>
      <MessagePrimitive.Parts components={{ Text: MarkdownText }} />
    </article>
  </MessagePrimitive.Root>
)

const MarkdownText = () => <MarkdownTextPrimitive smooth={false} />

const createAdapter = (onAsk: (sink: Sink) => void): ChatModelAdapter => ({
  async *run() {
    const deltas = new ReadableStream<string>({
      start: (controller) =>
        onAsk({
          delta: (delta) => controller.enqueue(delta),
          end: () => controller.close(),
        }),
    })
    let text = ''
    const reader = deltas.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += value
      yield { content: [{ type: 'text', text }] }
    }
  },
})
