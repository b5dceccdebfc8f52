import * as fc from 'fast-check'
import type { Reply } from '@ambit/testing'
import { env } from 'node:process'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../../test/agent-under-test.ts'
import { settleAll } from '../../test/pending-approvals.ts'
import { type AnyTool, Scope, type ToolContext } from '../index.ts'

const isLong = Boolean(env['AMBIT_LONG'])

const names = ['Ann', 'Bob', 'Cem'] as const
const tools = ['previewed', 'late', 'bound'] as const
type ToolName = (typeof tools)[number]

/** One step of the code, of the model or of the user, and the tasks that pass afterwards. */
type Step = { readonly tasks: number } & (
  | { readonly type: 'call'; readonly tool: ToolName }
  | { readonly type: 'change'; readonly to: (typeof names)[number] }
  | { readonly type: 'replace' | 'register'; readonly tool: ToolName; readonly isOther: boolean }
  | { readonly type: 'look' | 'session' }
  | { readonly type: 'press'; readonly at: number; readonly how: 'once' | 'twice' | 'changing' }
)

const tasks = fc.constantFrom(0, 0, 1, 2)
const tool = fc.constantFrom(...tools)
const to = fc.constantFrom(...names)

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ tasks, type: fc.constant('call'), tool }) },
  { weight: 5, arbitrary: fc.record({ tasks, type: fc.constant('change'), to }) },
  {
    weight: 2,
    arbitrary: fc.record({
      tasks,
      type: fc.constantFrom('replace', 'register'),
      tool,
      isOther: fc.boolean(),
    }),
  },
  { weight: 8, arbitrary: fc.record({ tasks, type: fc.constant('look') }) },
  { weight: 1, arbitrary: fc.record({ tasks, type: fc.constant('session') }) },
  {
    weight: 8,
    arbitrary: fc.record({
      tasks,
      type: fc.constant('press'),
      at: fc.constantFrom(0, 0, 0, 0, 1, 2),
      how: fc.constantFrom('once', 'once', 'twice', 'changing'),
    }),
  },
)

/** A card that a user saw, with all words that may have made them press. */
interface SeenCard {
  readonly callId: string
  readonly words: readonly string[]
}

/** An agent whose tools act on what a variable of the code names, and a user who looks on. */
class Desk {
  readonly faults: string[] = []
  ran = 0
  replaced = 0
  refused = 0
  readonly #agent
  /** The name that the handlers act on. The code changes it, and tells nobody. */
  #name: string = 'Ann'
  /** The words about the tool `bound` when each request was opened. */
  readonly #opened = new Map<string, string>()
  /** The cards that were seen, the latest last. */
  readonly #seen = new Map<string, SeenCard>()
  readonly #presses: (SeenCard & { isUsed: boolean })[] = []
  readonly #removals = new Map<ToolName, () => void>()
  #calls = 0

  constructor() {
    const otherwise: Reply = ({ prompt }) => {
      const last = prompt.findLast(({ role }) => role !== 'system')
      const said = last?.role === 'user' ? JSON.stringify(last.content) : ''
      const name = /do (\w+)/.exec(said)?.[1]
      return name === undefined
        ? 'Done'
        : { calls: [{ name, arguments: {}, id: `call_${++this.#calls}` }] }
    }
    this.#agent = agentUnderTest([], {}, { otherwise }).agent
    this.#agent.pending.attach('approval')
    this.#agent.on('agent:pending_added', ({ pending: request }) => {
      if ('replaces' in request) this.replaced++
      this.#opened.set(request.id, `bound ${this.#name}`)
    })
    this.#agent.on('agent:pending_resolved', (event) => {
      if (event.kind === 'approval' && event.by === 'changed') this.refused++
    })
    for (const name of tools) this.#register(name, false)
  }

  async do(step: Step): Promise<void> {
    const { pending, scopes, sessions } = this.#agent
    switch (step.type) {
      case 'call':
        this.#agent.chat(`do ${step.tool}`, { onBusy: 'queue' }).catch(ignore)
        break
      case 'change':
        this.#name = step.to
        break
      case 'replace':
        scopes.replaceTool(this.#make(step.tool, step.isOther))
        break
      case 'register':
        this.#removals.get(step.tool)?.()
        this.#register(step.tool, step.isOther)
        break
      case 'session':
        sessions.create().catch(ignore)
        break
      case 'look':
        // A user sees a page that has come to rest.
        await settleAll()
        for (const { id, callId, tool: name, preview } of pending.list('approval')) {
          const opened = this.#opened.get(id) ?? ''
          const words = name === 'bound' ? [`bound ${this.#name}`, opened] : [String(preview)]
          this.#seen.delete(id)
          this.#seen.set(id, { callId, words })
        }
        break
      case 'press':
        this.#press(step)
    }
    await settleAll(step.tasks)
  }

  #press({ at, how }: Step & { type: 'press' }): void {
    const { pending } = this.#agent
    const [id, card] = [...this.#seen].at(-1 - at) ?? []
    if (id === undefined || !card) return
    if (how === 'changing') this.#name = names[at % names.length] ?? 'Ann'
    if (pending.approve(id)) this.#presses.push({ ...card, isUsed: false })
    if (how === 'twice') pending.approve(id)
  }

  end(): void {
    this.#agent.cancel()
  }

  #register(name: ToolName, isOther: boolean): void {
    const scope = new Scope({ name, tools: [this.#make(name, isOther)] })
    this.#removals.set(name, this.#agent.scopes.register(scope))
  }

  #make(name: ToolName, isOther: boolean): AnyTool {
    const words = (): string => `${name} ${isOther ? 'other ' : ''}${this.#name}`
    const handler = (_: unknown, { callId }: ToolContext): void => this.#judge(callId, words())
    return anyTool(name, handler, {
      effect: 'destructive',
      ...(name === 'previewed' && { approval: { preview: words } }),
      ...(name === 'late' && { approval: { preview: () => settleAll(1).then(words) } }),
      ...(name === 'bound' && { approval: { binds: () => this.#name } }),
    })
  }

  #judge(callId: string, did: string): void {
    this.ran++
    // A press for what has changed is taken, and the user is asked anew: the latest one counts.
    const presses = this.#presses.filter((press) => press.callId === callId && !press.isUsed)
    for (const used of presses) used.isUsed = true
    const press = presses.at(-1)
    // A user sees no other words for another handler of `bound`.
    if (press?.words.includes(did.replace('bound other', 'bound'))) return
    this.faults.push(`allowed was "${press?.words.join('" or "')}", but it did "${did}"`)
  }
}

const ignore = (): void => undefined

describe('an approval', () => {
  it(
    'R57 A4 is of what was shown, though a closure reads another value and no tool is registered',
    async () => {
      const sum = { ran: 0, replaced: 0, refused: 0 }
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 40 }), async (steps) => {
          const desk = new Desk()
          for (const step of steps) await desk.do(step)
          await settleAll()
          desk.end()
          expect(desk.faults).toEqual([])
          sum.ran += desk.ran
          sum.replaced += desk.replaced
          sum.refused += desk.refused
        }),
        { numRuns: isLong ? 5_000 : 500, seed: 20_261_122 },
      )
      // The sequences reach what they are about.
      expect(sum.ran).toBeGreaterThan(100)
      expect(sum.replaced).toBeGreaterThan(50)
      expect(sum.refused).toBeGreaterThan(50)
    },
    isLong ? 600_000 : 60_000,
  )
})
