import { createAgent } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactElement, StrictMode } from 'react'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { queryContext, useMutationTool } from '../query.ts'
import { useScope } from '../tools/use-scope.tsx'

const parameters = z.object({ title: z.string() })
const queryKey = ['tasks'] as const

function createPage() {
  const client = new QueryClient()
  let tasks = ['tea']
  const fetchTasks = () => Promise.resolve(tasks)
  function Tasks(): ReactElement {
    const { data = [] } = useQuery({ queryKey, queryFn: fetchTasks })
    const mutation = useMutation({
      mutationFn: ({ title }: { title: string }) => {
        tasks = [...tasks, title]
        return Promise.resolve({ title })
      },
    })
    const scope = useScope({ name: 'tasks', context: queryContext(client, queryKey) })
    useMutationTool({
      scope,
      client,
      name: 'add_task',
      description: 'Adds a task.',
      parameters,
      mutation,
      invalidates: [queryKey],
      undo: ({ result: { title } }) => {
        tasks = tasks.filter((task) => task !== title)
      },
    })
    return (
      <>
        <ul aria-label="Tasks">
          {data.map((task) => (
            <li key={task}>{task}</li>
          ))}
        </ul>
        <p role="status">{mutation.status}</p>
      </>
    )
  }
  const model = scriptedModel([calls(call('add_task', { title: 'milk' })), 'Done'])
  const agent = createAgent({ model })
  const page = (
    <StrictMode>
      <QueryClientProvider client={client}>
        <AgentProvider agent={agent}>
          <Tasks />
        </AgentProvider>
      </QueryClientProvider>
    </StrictMode>
  )
  return { agent, model, page }
}

describe('useMutationTool', () => {
  it('runs the component’s mutation, shows what it did, and takes it back', async () => {
    const { agent, model, page } = createPage()
    const screen = await render(page)
    await expect.element(screen.getByRole('listitem')).toHaveTextContent('tea')
    await agent.chat('Add milk')
    const list = screen.getByRole('list', { name: 'Tasks' })
    await expect.element(list).toHaveTextContent('teamilk')
    await expect.element(screen.getByRole('status')).toHaveTextContent('success')
    const contexts = model.requests.map(({ prompt }) => JSON.stringify(prompt.at(-1)))
    expect(contexts[0]).not.toContain('milk')
    expect(contexts[1]).toContain('milk')
    await agent.undo('call_1')
    await expect.element(list).toHaveTextContent('tea')
  })
})
