import { createBudget } from './limits.ts'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { type } from 'arktype'
import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import {
  type AgentEvent,
  type ErrorCode,
  type EventOf,
  type ModelError,
  type ToolValidationError,
  type ValidationIssue,
  type Run,
  type RunResult,
  type ToolContext,
  type ToolMessage,
  createAgent,
  AgentError,
} from './index.ts'
import { runAgent } from './features/code/index.ts'

const agent = createAgent({ model: {} as LanguageModelV4 })

describe('a run', () => {
  it('is awaited for its result and iterated for its events', async () => {
    const run = agent.chat('hi')
    expectTypeOf(run).toExtend<Run<RunResult>>()
    const result = await run
    expectTypeOf(result.content).toEqualTypeOf<string>()
    expectTypeOf(result.status).toEqualTypeOf<'completed' | 'stopped' | 'cancelled' | 'failed'>()
    for await (const event of run) {
      expectTypeOf(event).toEqualTypeOf<AgentEvent>()
      if (event.type === 'agent:tool_succeeded') {
        expectTypeOf(event.charged).toEqualTypeOf<Readonly<Record<string, number>>>()
        expectTypeOf(event.message).toExtend<ToolMessage | undefined>()
      }
      // @ts-expect-error -- only some events have a text
      void event.text
    }
  })

  it('infers `data` from `output`', async () => {
    const schema = z.object({ city: z.string(), days: z.number().default(1) })
    const { data } = await agent.execute('x', { output: schema })
    expectTypeOf(data).toEqualTypeOf<{ city: string; days: number } | undefined>()
    const chat = await agent.chat('x', { output: type({ city: 'string' }) })
    expectTypeOf(chat.data).toEqualTypeOf<{ city: string } | undefined>()
    expectTypeOf((await agent.chat('x')).data).toEqualTypeOf<unknown>()
  })
})

describe('events', () => {
  it('give a handler the event of its type, in every tier', () => {
    agent.on('agent:tool_failed', (event) => {
      expectTypeOf(event).toEqualTypeOf<EventOf<'agent:tool_failed'>>()
      expectTypeOf(event.error).toEqualTypeOf<Error>()
    })
    agent.on('agent:started', (event) => expectTypeOf(event.seq).toEqualTypeOf<number>(), {
      once: true,
    })
    agent.on('*', (event) => expectTypeOf(event).toEqualTypeOf<AgentEvent>())
    void agent.chat('x', {
      on: {
        'agent:delta': (event) => expectTypeOf(event.text).toEqualTypeOf<string>(),
        '*': (event) => expectTypeOf(event).toEqualTypeOf<AgentEvent>(),
      },
    })
    // @ts-expect-error -- there is no such event
    agent.on('agent:nothing', () => undefined)
  })
})

describe('plug-ins', () => {
  it('give and take what the name of a member says', () => {
    agent.use({
      name: 'typed',
      call: ({ call, run }, next) => {
        expectTypeOf(call.arguments).toEqualTypeOf<Record<string, unknown>>()
        expectTypeOf(run.iteration).toEqualTypeOf<number>()
        expectTypeOf(run.id).toEqualTypeOf<string>()
        return next({ tool: call.name, args: call.arguments })
      },
      request: async ({ run }, next) => {
        const response = await next({ temperature: 0 })
        expectTypeOf(response.content).toEqualTypeOf<string>()
        run.stop()
        return { content: response.content }
      },
    })
    // @ts-expect-error -- a request cannot stop the loop
    agent.use({ name: 'x', request: (_at, next) => next({ stop: true }) })
    // @ts-expect-error -- an answer of the model has a text as its content
    agent.use({ name: 'x', request: () => ({ content: 1 }) })
  })
})

describe('runAgent', () => {
  it('infers inputs and results', async () => {
    const run = runAgent(
      async (scope, ctx) => {
        expectTypeOf(ctx).toEqualTypeOf<ToolContext>()
        const found = await scope.tool('search', { q: 'a' }, ({ q }, tool) => {
          expectTypeOf(q).toEqualTypeOf<string>()
          expectTypeOf(tool).toEqualTypeOf<ToolContext>()
          return [q.length]
        })
        expectTypeOf(found).toEqualTypeOf<number[]>()
        return found.length
      },
      { limits: { custom: { searches: createBudget({ max: 3 }) } } },
    )
    const { result, events } = await run
    expectTypeOf(result).toEqualTypeOf<number>()
    expectTypeOf(events).toEqualTypeOf<readonly AgentEvent[]>()
  })
})

describe('AgentError', () => {
  it('is narrowed to a code, and to the details of that code', () => {
    const error: unknown = undefined
    if (AgentError.is(error)) expectTypeOf(error).toEqualTypeOf<AgentError>()
    if (AgentError.is(error, 'model')) {
      expectTypeOf(error.code).toEqualTypeOf<'model'>()
      expectTypeOf(error.details.isRetryable).toEqualTypeOf<boolean>()
    }
    if (AgentError.is(error, 'limit')) {
      expectTypeOf(error.details.budgetKey).toEqualTypeOf<string>()
    }
    // @ts-expect-error There is no such code.
    AgentError.is(error, 'budget')
  })

  it('has the details of its code, and takes no others', () => {
    expectTypeOf(new AgentError('No.').code).toEqualTypeOf<ErrorCode>()
    const declined = new AgentError('No.', { code: 'declined', details: { tool: 'ask' } })
    expectTypeOf(declined.details.tool).toEqualTypeOf<string>()
    // @ts-expect-error A storage says which kind of failure it was.
    expectTypeOf(new AgentError('Full.', { code: 'storage' })).toExtend<AgentError>()
    // @ts-expect-error There is no such code.
    expectTypeOf(new AgentError('No.', { code: 'no' })).toExtend<AgentError>()
    expectTypeOf<ModelError>().toExtend<AgentError<'model'>>()
    expectTypeOf<ToolValidationError['issues']>().toEqualTypeOf<readonly ValidationIssue[]>()
  })
})
