import type { PendingApproval } from 'ambit'
import type { ChatAddToolApproveResponseFunction, DynamicToolUIPart } from 'ai'
import type { ReactElement } from 'react'

type Props = { part: DynamicToolUIPart; onDecide: ChatAddToolApproveResponseFunction }

const words: Record<DynamicToolUIPart['state'], string> = {
  'input-streaming': 'preparing',
  'input-available': 'running',
  'approval-requested': 'asks you',
  'approval-responded': 'running',
  'output-available': 'done',
  'output-error': 'failed',
  'output-denied': 'not done',
}

/** Shows a call: its state, its arguments and result, and the question to the user. */
export function ToolView({ part, onDecide }: Props): ReactElement {
  const { state, title = part.toolName } = part
  const isStopped = part.toolMetadata?.['status'] === 'cancelled'
  return (
    <div className="tool" data-state={state} role="group" aria-label={title}>
      <details>
        <summary>
          {title} <small>{isStopped ? 'stopped' : words[state]}</small>
        </summary>
        <pre>{JSON.stringify(part.input, null, 2)}</pre>
        {part.output !== undefined && <pre>{JSON.stringify(part.output, null, 2)}</pre>}
        {part.errorText !== undefined && <p>{part.errorText}</p>}
      </details>
      {part.state === 'approval-requested' && <Question {...part.approval} onDecide={onDecide} />}
      {part.state === 'output-denied' && part.approval.reason && <p>{part.approval.reason}</p>}
    </div>
  )
}

type QuestionProps = Pick<Props, 'onDecide'> & { id: string; descriptor?: unknown }

/** Shows what the call would do. The descriptor is Ambit's whole request. */
function Question({ id, descriptor, onDecide }: QuestionProps): ReactElement {
  const { preview } = descriptor as PendingApproval
  return (
    <div className="question">
      <p>{typeof preview === 'string' ? preview : 'May it run?'}</p>
      <button className="primary" onClick={() => void onDecide({ id, approved: true })}>
        Allow
      </button>
      <button
        onClick={() => void onDecide({ id, approved: false, reason: 'The user wants to keep it.' })}
      >
        Deny
      </button>
    </div>
  )
}
