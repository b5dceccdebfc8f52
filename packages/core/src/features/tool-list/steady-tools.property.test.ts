import { stableEnd } from '@ambit/protocol'
import { call, calls } from '@ambit/testing'
import * as fc from 'fast-check'
import { env } from 'node:process'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../../../test/agent-under-test.ts'
import { type AgentPlugin, Scope, Tool, type ToolInstance, unavailable } from '../../index.ts'
import type { ModelRequest } from '../../model/request.ts'
import { steadyTools } from './index.ts'

const isLong = Boolean(env['AMBIT_LONG'])

const scopeNames = ['a', 'b', 'c'] as const

const namesOf = ({ tools = [] }: ModelRequest): string => tools.map(({ name }) => name).join()

/** A page whose tools, instances, contexts and scopes change. */
class Page {
  readonly #off = new Set<string>()
  readonly #shown = new Map<string, () => void>()
  readonly #rows: ToolInstance[] = [{ id: 'r0', label: '</tool-instances>' }]
  #version = 0
  readonly agent
  readonly model

  constructor(toolList?: AgentPlugin) {
    const { agent, model } = agentUnderTest(
      [],
      { tools: [anyTool('always')], use: [toolList] },
      {
        otherwise: ({ prompt }) =>
          prompt.at(-1)?.role === 'user' && prompt.length % 3 === 0 ? calls(call('a_0')) : 'ok',
      },
    )
    this.agent = agent
    this.model = model
  }

  flip(name: string): void {
    if (!this.#off.delete(name)) this.#off.add(name)
  }

  change(): void {
    this.#version++
    this.#rows.push({ id: `r${this.#version}`, off: this.#version % 2 ? 'locked' : undefined })
  }

  mount(name: string): void {
    const leave = this.#shown.get(name)
    this.#shown.delete(name)
    if (leave) leave()
    else this.#shown.set(name, this.agent.scopes.register(this.#scope(name)))
  }

  #scope(name: string): Scope {
    const isOn = (what: string) => () => !this.#off.has(what) || unavailable(`why ${this.#version}`)
    const rows = this.#rows
    class Rows extends Tool {
      override get instances(): readonly ToolInstance[] {
        return rows
      }
    }
    return new Scope({
      name,
      context: () => ({ version: this.#version }),
      enabled: isOn(name),
      tools: [
        anyTool(`${name}_0`, undefined, { enabled: isOn(`${name}_0`) }),
        anyTool(`${name}_1`, undefined, { enabled: isOn(`${name}_1`) }),
        new Rows({ name: `${name}_rows`, description: 'x', handler: () => 'ok' }),
      ],
    })
  }
}

const scopeName = fc.constantFrom(...scopeNames)
const toolName = fc.tuple(scopeName, fc.constantFrom('_0', '_1', '')).map((parts) => parts.join(''))
const narrowing = fc.constantFrom(undefined, undefined, ['a_0', 'always'], [])

const action = fc.oneof(
  toolName.map((name) => (page: Page) => page.flip(name)),
  scopeName.map((name) => (page: Page) => page.mount(name)),
  fc.constant((page: Page) => page.change()),
)

/** Returns what a provider can cache of a request: the tools, and the repeated messages. */
function cachedPart(request: ModelRequest): { tools: string; prompt: string } {
  const open = (list: readonly unknown[]): string => JSON.stringify(list).slice(0, -1)
  const end = stableEnd(request)
  return { tools: open(request.tools ?? []), prompt: open(request.prompt.slice(0, end)) }
}

describe('steadyTools', () => {
  it('R78 shares every byte before what is new with the request before, whatever the page does', async () => {
    const steps = fc.array(fc.tuple(fc.array(action, { maxLength: 4 }), narrowing), {
      minLength: 2,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (run) => {
        const page = new Page(steadyTools())
        const before = new Map<string, ModelRequest>()
        for (const [actions, tools] of run) {
          for (const act of actions) act(page)
          const from = page.model.requests.length
          await page.agent.chat('go', { tools })
          // A narrowed call lists only its own tools, so it is compared with the same narrowing.
          const key = JSON.stringify(tools ?? 'all')
          for (const request of page.model.requests.slice(from)) {
            const known = before.get(key)
            before.set(key, request)
            if (!known) continue
            const [old, now] = [cachedPart(known), cachedPart(request)]
            expect(now.tools.startsWith(old.tools)).toBe(true)
            expect(now.prompt.startsWith(old.prompt)).toBe(true)
          }
        }
      }),
      { numRuns: isLong ? 1_000 : 60 },
    )
  })

  it('of 1,000 tools describes each once, whatever goes on or off', async () => {
    let isOn = true
    const tools = Array.from({ length: 1_000 }, (_, at) =>
      anyTool(`t${at}`, undefined, { enabled: () => at % 2 === 0 || isOn }),
    )
    const { agent } = agentUnderTest(['1', '2'], { tools, use: [steadyTools()] })
    const sent: ModelRequest['tools'][] = []
    agent.use({
      name: 'noting',
      request: ({ request }, next) => {
        sent.push(request.tools)
        return next()
      },
    })
    await agent.chat('1')
    isOn = false
    await agent.chat('2')
    const [first, second] = sent
    expect(first).toHaveLength(1_000)
    expect(second?.every((tool, at) => tool === first?.[at])).toBe(true)
  })
})

describe('the default tool list', () => {
  it('R78 shares every byte before what is new with the request before, if no tool went on or off', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 12 }), async (actions) => {
        const page = new Page()
        let known: ModelRequest | undefined
        for (const act of actions) {
          act(page)
          const from = page.model.requests.length
          await page.agent.chat('go')
          for (const request of page.model.requests.slice(from)) {
            const before = known
            known = request
            if (!before) continue
            const [old, now] = [cachedPart(before), cachedPart(request)]
            expect(now.prompt.startsWith(old.prompt)).toBe(true)
            if (namesOf(before) === namesOf(request)) expect(now.tools).toBe(old.tools)
          }
        }
      }),
      { numRuns: isLong ? 1_000 : 60 },
    )
  })
})
