import { type Agent, type AssistantMessage, createAgent, type UserMessage } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { memo, type ReactElement, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useAgent } from '../agent/use-agent.ts'
import { useMessage } from './use-message.ts'
import { useMessages } from './use-messages.ts'
import { useTool } from '../tools/use-tool.ts'

const renders = new Map<string, number>()

const count = (name: string): void => void renders.set(name, (renders.get(name) ?? 0) + 1)

const counted = (prefix: string): number =>
  [...renders].reduce((sum, [name, times]) => sum + (name.startsWith(prefix) ? times : 0), 0)

const Row = memo(function Row({ id }: { id: string }): ReactElement {
  const message = useMessage(id)
  count(`row ${id}`)
  return <li>{typeof message?.content === 'string' && message.content}</li>
})

function List(): ReactElement {
  const ids = useMessages().ids
  count('list')
  return (
    <ul>
      {ids.map((id) => (
        <Row key={id} id={id} />
      ))}
    </ul>
  )
}

function Unrelated({ name }: { name: string }): null {
  useTool({ name, description: 'Is there.', handler: () => 1 })
  count(`tool ${name}`)
  return null
}

function Composer(): ReactElement {
  const { chat } = useAgent()
  count('composer')
  return <button onClick={() => chat('Go')}>Send</button>
}

const names = Array.from({ length: 50 }, (_, at) => `tool_${at}`)

/** Renders only its own state: the element below is always the same. */
function More(): ReactElement {
  const [more, setMore] = useState(false)
  return (
    <>
      <button onClick={() => setMore(true)}>Add</button>
      {more && <Unrelated name="one_more" />}
    </>
  )
}

/** Resolves in the next task, without a timer. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(undefined)
  })

function addEarlier({ history }: Agent, messages: number): void {
  const usage = { promptTokens: 1, completionTokens: 1, totalTokens: 2 }
  for (let at = 0; at < messages; at += 2) {
    history.append<UserMessage>({ id: `u${at}`, role: 'user', createdAt: at, content: `${at}?` })
    history.append<AssistantMessage>({
      id: `a${at}`,
      role: 'assistant',
      createdAt: at,
      content: `${at}!`,
      finishReason: 'stop',
      usage,
      parts: [{ type: 'text', text: `${at}!` }],
    })
  }
}

describe('a running agent', () => {
  it('renders no earlier message and no unrelated component, through 2,000 deltas', async () => {
    const answer = Array.from({ length: 2_000 }, () => 'word').join(' ')
    let deltas = 0
    const agent = createAgent({
      model: scriptedModel([answer], {
        cut: 5,
        before: (part) => {
          if (part.type === 'text-delta') deltas++
          return nextTask()
        },
      }),
    })
    addEarlier(agent, 200)
    const earlier = agent.history.messages.map(({ id }) => id)
    const screen = await render(
      <AgentProvider agent={agent}>
        <List />
        <Composer />
        {names.map((name) => (
          <Unrelated key={name} name={name} />
        ))}
        <More />
      </AgentProvider>,
    )
    expect(screen.getByRole('listitem').elements()).toHaveLength(200)
    renders.clear()
    await screen.getByRole('button', { name: 'Send' }).click()
    await expect.element(screen.getByText(answer)).toBeInTheDocument()
    expect(deltas).toBe(2_000)
    for (const id of earlier) expect(renders.get(`row ${id}`) ?? 0).toBe(0)
    expect(counted('tool ')).toBe(0)
    expect(counted('composer')).toBe(0)
    // One render for the question and one for the answer, which keeps its id.
    expect(counted('list')).toBeLessThanOrEqual(2)

    renders.clear()
    await screen.getByRole('button', { name: 'Add' }).click()
    await expect.poll(() => agent.scopes.find('one_more')).toBeDefined()
    expect([...renders]).toEqual([['tool one_more', 1]])
  }, 60_000)
})
