import { Call, useAgent, useApprovals, useAsks, useMessage, useMessageIds } from '@ambit/react'
import { memo } from 'react'

const Line = memo(({ id }: { id: string }) => {
  const message = useMessage(id)
  if (message?.role === 'user') return <p>{String(message.content)}</p>
  if (message?.role !== 'assistant') return null
  return <div>{message.content}{message.calls?.map(({ id }) => <Call key={id} callId={id} />)}</div>
})
export function Chat() {
  const { status, chat, cancel } = useAgent()
  const { pending, approve } = useApprovals()
  const { asks, decline } = useAsks()
  return (
    <form action={(data) => void chat(String(data.get('q')))}>
      {useMessageIds().map((id) => <Line key={id} id={id} />)}
      {pending.map((p) => <button key={p.id} type="button" onClick={() => approve(p.id)}>{p.title}</button>)}
      {asks.map((a) => <button key={a.id} type="button" onClick={() => decline(a.id)}>Not now</button>)}
      <input name="q" />
      {status === 'running' && <button type="button" onClick={() => cancel()}>Stop</button>}
    </form>
  )
}
