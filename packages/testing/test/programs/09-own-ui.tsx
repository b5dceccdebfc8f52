import { Call, useAgent, useMessage, useMessages, usePending } from 'ambit/react'
import { memo } from 'react'

const Line = memo(({ id }: { id: string }) => {
  const message = useMessage(id)
  if (message?.role === 'user') return <p>{String(message.content)}</p>
  if (message?.role !== 'assistant') return null
  return <div>{message.content}{message.calls?.map(({ id }) => <Call key={id} id={id} />)}</div>
})
export function Chat() {
  const { status, chat, cancel } = useAgent()
  return (
    <form action={(data) => void chat(String(data.get('q')))}>
      {useMessages().ids.map((id) => <Line key={id} id={id} />)}
      {usePending('approval').map((p) => <button key={p.id} type="button" onClick={() => p.approve()}>{p.title}</button>)}
      {usePending('question').map((q) => <button key={q.id} type="button" onClick={() => q.decline()}>Not now</button>)}
      <input name="q" />
      {status === 'running' && <button type="button" onClick={() => cancel()}>Stop</button>}
    </form>
  )
}
