import { useChat } from '@ai-sdk/react'
import type { ChatTransport, UIMessage, UIMessageChunk } from 'ai'
import { memo, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import ReactMarkdown from 'react-markdown'
import { countRender, type EarlierMessage, type Mount, type Sink } from '../conversation.ts'

/** Creates a mount with `useChat` of the AI SDK, memoised rows and react-markdown. */
const createMount =
  (throttle?: number): Mount =>
  (root, earlier) =>
    new Promise((resolve) => {
      let answer: (sink: Sink) => void = () => undefined
      const transport = createTransport((sink) => answer(sink))
      const onReady = (send: () => void): void =>
        resolve({
          ask: () =>
            new Promise((opened) => {
              answer = opened
              send()
            }),
        })
      const rows = earlier.map(toMessage)
      createRoot(root).render(
        <Chat earlier={rows} transport={transport} throttle={throttle} onReady={onReady} />,
      )
    })

export const mount: Mount = createMount()
export const mountThrottled: Mount = createMount(50)

const toMessage = ({ id, role, text }: EarlierMessage): UIMessage => ({
  id,
  role,
  parts: [{ type: 'text', text }],
})

interface ChatProps {
  readonly earlier: UIMessage[]
  readonly transport: ChatTransport<UIMessage>
  readonly throttle: number | undefined
  readonly onReady: (send: () => void) => void
}

function Chat({ earlier, transport, throttle, onReady }: ChatProps) {
  const { messages, sendMessage } = useChat({
    messages: earlier,
    transport,
    ...(throttle !== undefined && { throttle }),
  })
  useEffect(() => onReady(() => void sendMessage({ text: 'Which lamp?' })), [onReady, sendMessage])
  return messages.map((message) => <Row key={message.id} message={message} />)
}

const Row = memo(function Row({ message }: { readonly message: UIMessage }) {
  countRender(message.id)
  return (
    <article>
      {message.parts.map((part, at) => {
        if (part.type !== 'text') return null
        return message.role === 'user' ? part.text : <Text key={at} text={part.text} />
      })}
    </article>
  )
})

const Text = memo(function Text({ text }: { readonly text: string }) {
  return <ReactMarkdown>{text}</ReactMarkdown>
})

const createTransport = (onAsk: (sink: Sink) => void): ChatTransport<UIMessage> => ({
  sendMessages: () => {
    const stream = new ReadableStream<UIMessageChunk>({
      start(controller) {
        const id = 'text'
        controller.enqueue({ type: 'start' })
        controller.enqueue({ type: 'text-start', id })
        onAsk({
          delta: (delta) => controller.enqueue({ type: 'text-delta', id, delta }),
          end() {
            controller.enqueue({ type: 'text-end', id })
            controller.enqueue({ type: 'finish' })
            controller.close()
          },
        })
      },
    })
    return Promise.resolve(stream)
  },
  reconnectToStream: () => Promise.resolve(null),
})
