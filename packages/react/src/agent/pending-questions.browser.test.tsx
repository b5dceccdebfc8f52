import { createAgent, Tool } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { type ReactElement, StrictMode, useState } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { AgentProvider } from './agent-provider.tsx'
import { usePending } from './use-pending.ts'

const askAge = new Tool({
  name: 'ask_age',
  description: 'Asks.',
  handler: async (_, ctx) => {
    const schema = z.object({ age: z.coerce.number('That is not a number') })
    return (await ctx.ask({ message: 'How old?', schema })).age
  },
})

function Questions(): ReactElement {
  const [wrong, setWrong] = useState('')
  return (
    <ul>
      {usePending('question').map(({ id, message, answer, decline }) => {
        const tell = async (age: string) => setWrong((await answer({ age }))[0]?.message ?? '')
        return (
          <li key={id}>
            <p>{message}</p>
            <p>{wrong}</p>
            <button onClick={() => void tell('old')}>Old</button>
            <button onClick={() => void tell('7')}>Seven</button>
            <button onClick={() => decline('Secret')}>No</button>
          </li>
        )
      })}
    </ul>
  )
}

it('shows what tools ask, tells what is wrong, and hands the answer over', async () => {
  const model = scriptedModel([
    calls(call('ask_age')),
    'One',
    calls(call('ask_age')),
    'Two',
    calls(call('ask_age')),
    'Three',
  ])
  const agent = createAgent({ model, tools: [askAge] })
  const page = (questions: boolean) => (
    <StrictMode>
      <AgentProvider agent={agent}>{questions && <Questions />}</AgentProvider>
    </StrictMode>
  )
  const screen = await render(page(true))
  const first = agent.chat('Ask')
  await expect.element(screen.getByText('How old?')).toBeVisible()
  await screen.getByRole('button', { name: 'Old' }).click()
  await expect.element(screen.getByText('That is not a number')).toBeVisible()
  await screen.getByRole('button', { name: 'Seven' }).click()
  await first
  expect(agent.history.messages[2]).toMatchObject({ status: 'ok', content: '7' })

  const second = agent.chat('Ask')
  await screen.getByRole('button', { name: 'No' }).click()
  await second
  expect(String(agent.history.messages.at(-2)?.content)).toContain('Secret')

  await screen.rerender(page(false))
  await agent.chat('Ask')
  expect(String(agent.history.messages.at(-2)?.content)).toContain('nothing on the page shows')
})
