import { createAgent, type Message } from 'ambit'
import { createDemoModel, demoLabel } from 'ambit/demo'
import { AgentProvider, useAgent, useCall, usePending } from 'ambit/react'
import { type ReactElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ShoppingList } from './shopping-list.tsx'
import './styles.css'

const agent = createAgent({ model: createDemoModel() })

/**
 * Shows a chat of the page's own instead of the widget: a field, the answers, and the questions
 * that wait for a yes.
 */
function Assistant(): ReactElement {
  const { messages, status, error, chat, resume, cancel } = useAgent()
  const say = (form: FormData): void => {
    const text = form.get('text')
    if (typeof text === 'string') void chat(text)
  }
  return (
    <section className="assistant" aria-label="Assistant">
      <h2>Assistant</h2>
      <p className="hint">{demoLabel}</p>
      <ol>
        {messages.map((message) => (
          <MessageItem key={message.id} message={message} />
        ))}
      </ol>
      <Questions />
      {error instanceof Error && (
        <p role="alert">
          {error.message} <button onClick={() => resume()}>Retry</button>
        </p>
      )}
      <form action={say}>
        <input name="text" aria-label="Message" placeholder="Add “Honey”" required />
        {status === 'idle' ? (
          <button>Send</button>
        ) : (
          <button type="button" onClick={cancel}>
            Stop
          </button>
        )}
      </form>
    </section>
  )
}

function MessageItem({ message }: { message: Message }): ReactElement | null {
  if (message.role === 'tool') {
    return (
      <li className="hint">
        {message.name}: {message.status} <UndoButton callId={message.id} />
      </li>
    )
  }
  const { content } = message
  return typeof content === 'string' && content ? <li data-role={message.role}>{content}</li> : null
}

function UndoButton({ callId }: { callId: string }): ReactElement | null {
  const call = useCall(callId)
  return call?.canUndo ? <button onClick={() => void call.undoNow()}>Undo</button> : null
}

/** Shows the calls that wait for an approval. */
function Questions(): ReactElement[] {
  return usePending('approval').map(({ id, title, preview, approve, deny }) => (
    <div key={id} role="group" aria-label={title}>
      <p>
        {title}? {typeof preview === 'string' && preview}
      </p>
      <button onClick={() => approve()}>Yes</button>
      <button onClick={() => deny()}>No</button>
    </div>
  ))
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <AgentProvider agent={agent}>
        <ShoppingList first={['Bread', 'Milk', 'Coffee']} />
        <Assistant />
      </AgentProvider>
    </StrictMode>,
  )
}
