import { createAgent, Tool } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { memo, type ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useMessage } from './use-message.ts'
import { useMessages } from './use-messages.ts'
import { useCallRecord } from './call-record.ts'

const rendered = new Map<string, number>()
let lists = 0

const Row = memo(function Row({ id }: { id: string }): ReactElement {
  const message = useMessage(id)
  rendered.set(id, (rendered.get(id) ?? 0) + 1)
  return (
    <li>
      {message?.role}: {typeof message?.content === 'string' && message.content}
    </li>
  )
})

function List(): ReactElement {
  const ids = useMessages().ids
  lists++
  return (
    <ul>
      {ids.map((id) => (
        <Row key={id} id={id} />
      ))}
    </ul>
  )
}

describe('useMessage', () => {
  it('re-renders the message a delta belongs to, and nothing else', async () => {
    const agent = createAgent({
      model: scriptedModel(
        ['First', 'A long answer that comes in many pieces, one after another'],
        {
          cut: 2,
          before: async () => {
            await new Promise((resolve) => setTimeout(resolve, 2))
          },
        },
      ),
    })
    await agent.chat('One')
    const screen = await render(
      <AgentProvider agent={agent}>
        <List />
      </AgentProvider>,
    )
    rendered.clear()
    lists = 0
    await agent.chat('Two')
    await expect.element(screen.getByText(/one after another/)).toBeVisible()
    const [, first, asked, answered] = agent.history.messages.map(({ id }) => rendered.get(id) ?? 0)
    expect(first).toBe(0)
    expect(asked).toBe(1)
    expect(answered).toBeGreaterThan(2)
    // At most one render for the question and one for the answer, which keeps its id.
    expect(lists).toBeLessThanOrEqual(2)
  })
})

describe('useCallRecord', () => {
  it('tells what a call is doing until its answer is there', async () => {
    const done = Promise.withResolvers<string>()
    const search = new Tool({
      name: 'search',
      description: 'Searches.',
      handler: (_: unknown, ctx) => {
        ctx.progress({ percent: 40, message: 'Looking' })
        return done.promise
      },
    })
    const Card = (): ReactElement => {
      const activity = useCallRecord('c1')
      const answer = useMessage('c1')
      return (
        <p role="status">
          {activity ? `${activity.state} ${activity.percent} ${activity.message}` : 'nothing'}
          {answer?.role === 'tool' && `: ${answer.content}`}
        </p>
      )
    }
    const agent = createAgent({
      model: scriptedModel([calls(call('search', {}, 'c1')), 'Found']),
      tools: [search],
    })
    const screen = await render(
      <AgentProvider agent={agent}>
        <Card />
      </AgentProvider>,
    )
    await expect.element(screen.getByRole('status')).toHaveTextContent('nothing')
    const run = agent.chat('Search')
    await expect.element(screen.getByRole('status')).toHaveTextContent('running 40 Looking')
    done.resolve('it')
    await run
    await expect.element(screen.getByRole('status')).toHaveTextContent('succeeded 40 Looking: "it"')
  })
})
