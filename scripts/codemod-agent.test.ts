import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { change } from './codemod-change.ts'

/** Changes a file that has an agent. Returns what stands below its two first lines. */
function changeWithAgent(code: string): { code: string; places: string[] } {
  const lead = `import { createAgent } from '@ambit/core'\nconst agent = createAgent({ model })\n`
  const { code: changed, places } = change(lead + code)
  expect(changed.slice(0, lead.length)).toBe(lead)
  return { code: changed.slice(lead.length), places }
}

describe('the options of an agent', () => {
  it('are put into their groups, and all else stays as it is written', () => {
    const { code, places } =
      change(`import { approvals, createAgent, pageLifecycle } from '@ambit/core'

export const agent = createAgent({
  model,
  // Who it is.
  name: 'Otto',
  session: 'latest',
  autoResume: true,
  toolMode: 'auto',
  toolErrorMode: 'recover', // told
  includeToolTrace: true,
  lifecycle: pageLifecycle(),
  userId: user.id,
  limits: { iterations: 3, toolCalls: 9, wallMs: 2000 },
  rates: { 'openai/gpt-5': { prompt: 1, completion: 2, cached: 0.1 } },
  retry: { maxRetries: 2, initialDelayMs: 5 },
  reasoning: { enabled: true, effort: 'low' },
  approval: approvals({ policy: 'all', onApproval: ask, timeoutAction: 'deny' }),
  settle: { timeoutMs: 500 },
})
`)
    expect(places).toEqual([])
    expect(code).toBe(`import { createAgent } from '@ambit/core'

export const agent = createAgent({
  model,
  // Who it is.
  name: 'Otto',
  session: { open: 'latest', autoResume: true },
  calls: {
    mode: 'run',
    // told
    errors: 'tell',
  },
  user: { id: user.id },
  limits: { iterations: 3, calls: 9, time: 2000 },
  prices: { 'openai/gpt-5': { input: 1, output: 2, cachedInput: 0.1 } },
  request: { retry: { max: 2, delay: 5 }, reasoning: 'low' },
  approval: { ask: 'all', decide: ask, onTimeout: 'deny' },
  settle: 500,
})
`)
  })

  it('stay where their group is there already, so that no key is there twice', () => {
    const { code, places } = change(`import { createAgent } from '@ambit/core'
createAgent({ model, request: { keepRaw: true }, retry: { maxRetries: 1 }, apiKey })
createAgent({ model, session: { open: 'new' }, autoResume: true })
createAgent({ model, prices, rates })
`)
    expect(code).toContain('request: { keepRaw: true }, retry: { maxRetries: 1 }, apiKey })')
    expect(code).toContain("session: { open: 'new' }, autoResume: true })")
    expect(code).toContain('prices, rates })')
    expect(places).toEqual([
      '2: `retry` stays: `request` is there already',
      '2: `apiKey` stays: `request` is there already',
      '3: `autoResume` stays: `session` is there already',
      '4: `rates` stays: `prices` is there already',
    ])
  })

  it('are found by their name in the file, and told of where they come from elsewhere', () => {
    const { code, places } = change(`import { createAgent, type AgentOptions } from '@ambit/core'
import { config } from './config.ts'
const options = { model, toolMode: 'return', limits } as const
createAgent(options)
createAgent(config)
export const shared = { toolConcurrency: 3 }
createAgent({ model, ...(isAdmin && { userId: 'admin' }) })
`)
    expect(code).toContain("const options = { model, calls: { mode: 'return' }, limits } as const")
    expect(places).toEqual([
      '3: The members of `limits` have other names now: look at them there',
      '5: These options come from elsewhere: look at their names there',
      '6: Are these options of an agent? They have other names now',
      '7: `userId` is `user.id` of an agent now',
    ])
  })

  it('name budgets by their key, which a user has to move', () => {
    const { code, places } = change(`import { createAgent } from '@ambit/core'
import { createBudget, memoryLedger } from '@ambit/core/budget'
const mails = createBudget('mails', { limit: 5 })
createAgent({ model, budgets: [mails] })
`)
    expect(code).toContain(`import { createAgent, createBudget } from '@ambit/core'
import { memoryLedger } from '@ambit/core/budget'
`)
    expect(places).toEqual([
      '3: `createBudget(name, { limit })` is `createBudget({ max })` now, and the name its key in `limits`',
      '4: `budgets` are values of `limits` now: { custom: { name: budget } }',
    ])
  })

  it('keep what is imported while something uses it', () => {
    const { code, places } = change(`import { approvals, ModelError } from '@ambit/core'
export const make = approvals
if (ModelError.isInstance(error)) show(error)
`)
    expect(code).toBe(`import { approvals, AgentError } from '@ambit/core'
export const make = approvals
if (AgentError.is(error, 'model')) show(error)
`)
    expect(places).toEqual(['2: `approvals` is gone'])
  })

  it('take the import of what they lose with them, and nothing else', () => {
    const { code, places } = change(`import { createAgent, pageLifecycle } from '@ambit/core'
createAgent({ model, lifecycle: isPage ? pageLifecycle() : undefined })
`)
    expect(code).toBe(`import { createAgent } from '@ambit/core'\ncreateAgent({ model })\n`)
    expect(places).toEqual([])
    const other = `import { pageLifecycle } from '@ambit/core'\nhelper({ lifecycle: pageLifecycle() })\n`
    expect(change(other)).toEqual({ code: other, places: ['2: `pageLifecycle` is gone'] })
  })

  it('have the costs of a call of `runAgent` in their group', () => {
    const { code } = change(`import { runAgent } from '@ambit/core/code'
runAgent(async (agent) => {
  await agent.tool('a', {}, (input, ctx) => ctx.report({ pct: 5 }), { timeout: '1s', costUsd: 1, toolCalls: 2 })
}, { userId, limits: { toolCalls: 3 } })
`)
    expect(code).toBe(`import { runAgent } from '@ambit/core/code'
runAgent(async (agent) => {
  await agent.tool('a', {}, (input, ctx) => ctx.progress({ percent: 5 }), { timeout: '1s', cost: { usd: 1, calls: 2 } })
}, { user: { id: userId }, limits: { calls: 3 } })
`)
  })
})

describe('the calls of an agent', () => {
  it('have eight options, and `with` for the others', () => {
    const { code, places } = changeWithAgent(`
agent.chat('a', { model, signal, userId: 'u', limits: { wallMs: 5 } })
agent.chat(text, { untrusted: true })
agent.retry()
agent.answerCalls(results, { history, signal })
agent.history.regenerate(id)
agent.history.edit(id, text, { signal })
agent.cancelAll()
await agent.with({ toolMode: 'return' }).execute('b', { history })
`)
    expect(places).toEqual([])
    expect(code).toBe(`
agent.with({ model, user: { id: 'u' } }).chat('a', { signal, limits: { time: 5 } })
agent.chat([{ type: 'text', text: text, untrusted: true }])
agent.resume()
agent.resume({ results: results, from: history, signal })
agent.resume({ from: id })
agent.chat(text, { replaces: id, signal })
agent.cancel()
await agent.with({ calls: { mode: 'return' } }).execute('b', { history })
`)
  })

  it('are told of where a user has to look', () => {
    const { code, places } = changeWithAgent(`
agent.chat([part], { untrusted: true })
agent.chat('a', options)
agent.chat('b', { sessionId })
agent.execute('c', { parent })
`)
    expect(code).toBe(`
agent.chat([part], { untrusted: true })
agent.chat('a', options)
agent.chat('b', { sessionId })
agent.execute('c', { parent })
`)
    expect(places).toEqual([
      '4: `untrusted` is an option of each part of the input now',
      '5: These options come from elsewhere: most belong to `agent.with` now',
      '6: `sessionId` is an option of `execute` alone now',
      '7: `parent` is refused by `execute`: call `ctx.execute` of the handler',
    ])
  })

  it('are those of what the file shows to be an agent', () => {
    const { code } = change(`import { type Agent, createAgent } from '@ambit/core'
import { useAgent, useProvidedAgent } from '@ambit/react'
import { useState } from 'react'
interface Props { readonly agent: Agent | undefined }
const make = () => createAgent({ model })
export function Stop({ agent }: Props) {
  const [own] = useState(() => {
    const made = createAgent({ model })
    return made
  })
  const session = useAgent()
  const { agent: third } = useAgent()
  const stop = (props: Props, other: Agent) => [props.agent?.name, other.cancelAll(), props.agent.cancelAll()]
  return [agent.cancelAll(), own.cancelAll(), session.agent.cancelAll(), third.cancelAll(), make().cancelAll(), useProvidedAgent().cancelAll(), stop]
}
`)
    expect(code).not.toContain('cancelAll')
  })

  it('are found behind `?.`', () => {
    const { code } = changeWithAgent(`
agent?.chat('a', { model })
agent?.history.regenerate(id)
agent?.cancelAll()
agent?.once('agent:usage', count)
`)
    expect(code).toBe(`
agent?.with({ model }).chat('a')
agent?.resume({ from: id })
agent?.cancel()
agent?.on('agent:request_completed', count, { once: true })
`)
  })

  it('are told of where they are taken from an agent', () => {
    const { places } = changeWithAgent(`const { history, retry, cancelAll: stop } = agent
history.regenerate(id)
let late
late = agent
late.cancelAll()
`)
    expect(places).toEqual([
      '3: `retry()` of an agent is `resume()` now',
      '3: `cancelAll` of an agent is `cancel` now',
      '4: `regenerate(id)` of a history is `resume({ from: id })` of its agent now',
    ])
  })

  it('are those of the agents that a class has', () => {
    const { code } = change(`import type { Agent } from '@ambit/core'
class Page {
  readonly #agent: Agent
  stop() { this.#agent.cancelAll() }
}
class Other {
  constructor(private readonly own: Agent) {}
  stop() {
    const { own } = this
    return [own.cancelAll(), this.own.cancelAll()]
  }
}
`)
    expect(code).not.toContain('cancelAll')
  })

  it('are known of agents that a neighbour exports', () => {
    const folder = mkdtempSync(join(tmpdir(), 'codemod-'))
    try {
      writeFileSync(
        join(folder, 'agent.ts'),
        `import { createAgent } from '@ambit/core'\nexport const agent = createAgent({ model })\nexport const make = () => createAgent({ model })\n`,
      )
      const code = `import { agent, make } from './agent.js'
agent.chat('a', { model })
agent.on('agent:approval_resolved', show)
const other = make()
other.cancelAll()
`
      expect(change(code, join(folder, 'page.ts')).code)
        .toBe(`import { agent, make } from './agent.js'
agent.with({ model }).chat('a')
agent.on('agent:pending_resolved', show)
const other = make()
other.cancel()
`)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('what a file does not import by name', () => {
  it('is told of', () => {
    const code = `import * as ambit from '@ambit/core'
const { limits } = require('@ambit/proxy')
const Chat = lazy(() => import('@ambit/chat'))
`
    expect(change(code)).toEqual({
      code,
      places: [
        '1: Import the names of `@ambit/core`: no member is changed',
        '2: Look at the names that are taken from `@ambit/proxy` here',
        '3: Look at the names that are taken from `@ambit/chat` here',
      ],
    })
  })
})

describe('what a file exports again', () => {
  it('is told of where it has another name now, or none', () => {
    const code = `export type { Charge } from '@ambit/proxy'
export { Header, Copilot } from '@ambit/chat'
export { approvals, createAgent } from '@ambit/core'
`
    expect(change(code)).toEqual({
      code,
      places: [
        '1: `Charge` has another name now, or none',
        '2: `Header` has another name now, or none',
        '3: `approvals` has another name now, or none',
      ],
    })
  })

  it('keeps the import that it needs', () => {
    const code = `import { Header } from '@ambit/chat'\nexport { Header }\n`
    expect(change(code)).toEqual({ code, places: ['1: `Header` is `Chat.Header` now'] })
  })
})

describe('what is not Ambit’s', () => {
  it.each([
    [
      'a database',
      `import { useTool } from '@ambit/react'\ndb.execute('select', { model: 1, userId })\n`,
    ],
    [
      'a client',
      `import { useTool } from '@ambit/react'\nclient.chat('a', { apiKey, retry: 1 })\nclient.cancelAll()\n`,
    ],
    [
      'an agent of another package',
      `import { useTool } from '@ambit/react'\nimport { agent } from 'mastra'\nagent.execute('a', { model, toolMode: 'x' }).retry()\nagent.cancelAll()\n`,
    ],
    [
      'an instance',
      `import { useTool } from '@ambit/react'\nconst agent = new Agent()\nagent.cancelAll()\n`,
    ],
    [
      'a context of tRPC',
      `import { useTool } from '@ambit/react'\nexport const me = procedure.query(({ ctx }) => ctx.userId)\nconst of = (input, ctx) => ctx.report({ pct: 1 }) ?? ctx.userId\n`,
    ],
    [
      'options of a file without Ambit',
      `export const route = { description: 'a', handler, timeout: 5, retry: 2 }\ncreateAgent({ toolMode: 'auto' })\nuseTool({ requiresApproval: true })\n`,
    ],
    [
      'components',
      `import { useTool } from '@ambit/react'\nimport { Popup } from 'other'\nexport const a = <Popup side="left" suggestions={[]} />\n`,
    ],
  ])('stays as it is: %s', (_, code) => {
    expect(change(code).code).toBe(code)
  })

  it('is told of where only its name says that it is an agent', () => {
    const code = `import { agent } from '@/agent'
agent.cancelAll()
agent.retry()
agent.execute('a', { signal })
agent.execute('a', { toolMode: 'return', model, parent })
agent.off('agent:failed', stop)
db.execute('a', { toolMode: 'return' })
`
    expect(change(code)).toEqual({
      code,
      places: [
        '2: `cancelAll` of an agent is `cancel` now',
        '3: Is this an agent? Its `retry` is `resume` now',
        '5: Is this an agent? Its options `toolMode`, `model`, `parent` are others now',
        '6: `off` is gone: call what `agent.on` returned',
      ],
    })
  })
})
