import { useChat } from '@ai-sdk/react'
import { createAgentTransport, toUIMessages, whenDecided } from '@ambit/bridges/ai-sdk'
import { demoLabel } from 'ambit/demo'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { agent } from './agent.ts'
import { Composer } from './composer.tsx'
import { MessageView } from './message-view.tsx'

const transport = createAgentTransport(agent)

/** Shows a chat of the AI SDK. Only its transport knows of the agent. */
export function Chat({ id, onNew }: { id: string; onNew: () => void }): ReactElement {
  const [progress, setProgress] = useState<string>()
  const { messages, status, error, sendMessage, stop, regenerate, addToolApprovalResponse } =
    useChat({
      id,
      transport,
      messages: toUIMessages(agent),
      sendAutomaticallyWhen: whenDecided,
      resume: true,
      onData: ({ type, data }) => {
        if (type === 'data-progress') setProgress((data as { message?: string }).message)
      },
      onFinish: () => setProgress(undefined),
    })
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (messages.length > 0) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [messages])
  const isBusy = status === 'submitted' || status === 'streaming'
  return (
    <section aria-label="Chat">
      <header>
        <p>{demoLabel}</p>
        <button onClick={onNew}>New chat</button>
      </header>
      <ol ref={list} aria-label="Messages">
        {messages.map((message) => (
          <MessageView key={message.id} message={message} onDecide={addToolApprovalResponse} />
        ))}
        {messages.length === 0 && (
          <li className="hint">Try “Add Orlando”, “Find the prices” or “Clear the list”.</li>
        )}
      </ol>
      <p role="status">{isBusy && (progress ? `Searching: ${progress}` : 'Working…')}</p>
      {error && (
        <p role="alert">
          {error.message} <button onClick={() => void regenerate()}>Try again</button>
        </p>
      )}
      <Composer
        isBusy={isBusy}
        onSend={(message) => void sendMessage(message)}
        onStop={() => void stop()}
      />
    </section>
  )
}
