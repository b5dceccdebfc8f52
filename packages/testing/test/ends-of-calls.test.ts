import {
  type Agent,
  type AgentEvent,
  type AgentOptions,
  type AgentPlugin,
  type AnyTool,
  createAgent,
  jsonSchema,
  Scope,
  Tool,
  type ToolContext,
  type ToolMessage,
  type ToolOptions,
} from '@ambit/core'
import { memoryAudit } from '@ambit/core/audit'
import { record } from '@ambit/devtools/record'
import { describe, expect, it, vi } from 'vitest'
import { createPages } from '../../core/test/pages-under-test.ts'
import { englishFailures } from '../../chat/src/tool-card/failure-strings.ts'
import { failureText, mayHaveRun } from '../../chat/src/tool-card/failure-text.ts'
import { call, calls, type Reply, type ScriptedModel, scriptedModel } from '../src/index.ts'

/** The call whose end is looked at. Its tool is `target`, except where a way needs another. */
const target = call('target', {}, 'the-call')
const other = call('other')
const mayHave =
  'It was stopped while it ran, and may have taken effect. Check before doing it again.'

/** A page on which the call ends in one way, and all that tells of its end. */
class Stage {
  readonly audit = memoryAudit()
  readonly events: AgentEvent[] = []
  /** The tools whose handlers have begun, in this page or in an earlier one. */
  readonly begun: string[] = []
  readonly #stops: (() => void)[] = []
  model: ScriptedModel | undefined
  #agent: Agent | undefined
  #recorder: ReturnType<typeof record> | undefined

  get agent(): Agent {
    if (!this.#agent) throw new Error('The page has no agent.')
    return this.#agent
  }

  open(replies: Reply[], options: Partial<AgentOptions> = {}): Agent {
    const model = (this.model = scriptedModel(replies, { otherwise: 'Well.' }))
    const { use = [], ...others } = options
    const request = { retry: { max: 0 } }
    const agent = createAgent({ model, request, ...others, use: [this.audit, ...use] })
    this.#stops.push(agent.on('*', (event) => void this.events.push(event)))
    this.#recorder = record(agent)
    return (this.#agent = agent)
  }

  tool(
    name: string,
    handler: (ctx: ToolContext) => unknown = () => 'done',
    options: Partial<ToolOptions<Record<string, unknown>, unknown>> = {},
  ): AnyTool {
    return new Tool({
      name,
      description: `Does ${name}.`,
      parameters: jsonSchema<Record<string, unknown>>({ type: 'object' }),
      handler: (_args, ctx) => {
        this.begun.push(name)
        return handler(ctx)
      },
      ...options,
    })
  }

  /** A tool that never ends, whatever its signal says. */
  slow(
    name: string,
    options: Partial<ToolOptions<Record<string, unknown>, unknown>> = {},
  ): AnyTool {
    return this.tool(name, () => new Promise(() => undefined), options)
  }

  async hasBegun(name: string): Promise<void> {
    await vi.waitUntil(() => this.begun.includes(name))
  }

  get answer(): ToolMessage {
    const answer = this.agent.history.get(target.id ?? '')
    if (answer?.role !== 'tool') throw new Error('The call has no answer.')
    return answer
  }

  get recorded(): string | undefined {
    const all = this.#recorder?.recording.runs.flatMap((run) => run.calls) ?? []
    return all.find(({ id }) => id === target.id)?.status
  }
}

/** Stops the run of a page, as a user does, and waits for its end. */
async function stop(run: ReturnType<Agent['chat']>): Promise<void> {
  run.cancel({ kind: 'user' })
  await run.catch(() => undefined)
}

const failed = async (run: PromiseLike<unknown>): Promise<void> => run.then(noop, noop)
const noop = (): void => undefined

/** Answers the first approval of an agent. */
function answering(agent: Agent, answer: (id: string) => unknown): void {
  agent.pending.attach('approval')
  agent.pending.subscribe(({ items: [item] }) => item && answer(item.id))
}

const asked = { approval: true } as const
const parallel = { calls: { order: 'parallel' } } as const
const abort = { calls: { errors: 'abort' } } as const
const throwing = (): never => {
  throw new Error('No such order.')
}

/** Ends a page before or in the call, and answers the call on the next one. */
async function reload(stage: Stage, first: string): Promise<void> {
  const pages = createPages()
  const before = pages.open()
  const tools = [stage.slow('other'), stage.slow('target')]
  const leaving = stage.open([calls(...(first === 'other' ? [other, target] : [target]))], {
    storage: before.storage,
    tools,
  })
  void leaving.chat('Go')
  await stage.hasBegun(first)
  await before.die()
  stage.events.length = 0
  const agent = stage.open([], { storage: pages.open().storage, tools })
  await agent.sessions.opening
  await agent.chat('And?')
}

/** What is known of a call at its end, and so must be told by all. */
type Truth = 'ended' | 'not run' | 'may have taken effect'

interface Way {
  readonly play: (stage: Stage) => PromiseLike<unknown>
  readonly truth: Truth
  readonly status: ToolMessage['status']
  /** The text for the model. */
  readonly told: string | RegExp
  /** The words on the card; undefined if its state says all. */
  readonly card: string | undefined
}

const notRun = 'It was not run.'

const ways: Record<string, Way> = {
  'it succeeds': {
    play: (stage) => stage.open([calls(target)], { tools: [stage.tool('target')] }).chat('Go'),
    truth: 'ended',
    status: 'ok',
    told: '"done"',
    card: undefined,
  },
  'its handler throws': {
    play: (stage) =>
      stage.open([calls(target)], { tools: [stage.tool('target', throwing)] }).chat('Go'),
    truth: 'ended',
    status: 'error',
    told: 'No such order.',
    card: 'No such order.',
  },
  'a user denies it': {
    play: (stage) => {
      const agent = stage.open([calls(target)], { tools: [stage.tool('target', noop, asked)] })
      answering(agent, (id) => agent.pending.deny(id, 'Too much'))
      return agent.chat('Go')
    },
    truth: 'not run',
    status: 'denied',
    told: '\\"target\\" was denied: the user said no: Too much',
    card: 'You said no: Too much',
  },
  "the page's code denies it": {
    play: (stage) =>
      stage
        .open([calls(target)], {
          tools: [stage.tool('target', noop, asked)],
          approval: { decide: () => ({ decision: 'deny', comment: 'Over the limit' }) },
        })
        .chat('Go'),
    truth: 'not run',
    status: 'denied',
    told: "was denied: the page's own code said no: Over the limit",
    card: 'It was not allowed: Over the limit',
  },
  "the page's code denies it without a word": {
    play: (stage) =>
      stage
        .open([calls(target)], {
          tools: [stage.tool('target', noop, asked)],
          approval: { decide: () => false },
        })
        .chat('Go'),
    truth: 'not run',
    status: 'denied',
    told: "was denied: the page's own code said no",
    card: 'It was not allowed.',
  },
  'a policy of a plug-in denies it': {
    play: (stage) => {
      const policy: AgentPlugin = { name: 'week', approve: () => ({ deny: 'Not on Sundays.' }) }
      return stage
        .open([calls(target)], { tools: [stage.tool('target')], use: [policy] })
        .chat('Go')
    },
    truth: 'not run',
    status: 'denied',
    told: 'was denied: Not on Sundays.',
    card: 'It was not allowed: Not on Sundays.',
  },
  'nobody answers in time': {
    play: (stage) => {
      const tools = [stage.tool('target', noop, asked)]
      const agent = stage.open([calls(target)], { tools, approval: { timeout: 1 } })
      agent.pending.attach('approval')
      return agent.chat('Go')
    },
    truth: 'not run',
    status: 'denied',
    told: 'was denied: nobody answered within 1 ms',
    card: 'Nobody allowed it in time.',
  },
  'a user stops the run before it began': {
    play: async (stage) => {
      const agent = stage.open([calls(other, target)], {
        tools: [stage.slow('other'), stage.tool('target')],
      })
      const run = agent.chat('Go')
      await stage.hasBegun('other')
      await stop(run)
    },
    truth: 'not run',
    status: 'cancelled',
    told: `Cancelled (user). ${notRun}`,
    card: `You stopped it. ${notRun}`,
  },
  'a user stops the run while they are asked': {
    play: async (stage) => {
      const agent = stage.open([calls(target)], { tools: [stage.tool('target', noop, asked)] })
      agent.pending.attach('approval')
      const run = agent.chat('Go')
      await vi.waitFor(() => expect(agent.pending.list('approval')).toHaveLength(1))
      await stop(run)
    },
    truth: 'not run',
    status: 'cancelled',
    told: `Cancelled (user). ${notRun}`,
    card: `You stopped it. ${notRun}`,
  },
  'a user stops the run while it runs': {
    play: async (stage) => {
      const agent = stage.open([calls(target)], { tools: [stage.slow('target')] })
      const run = agent.chat('Go')
      await stage.hasBegun('target')
      await stop(run)
    },
    truth: 'may have taken effect',
    status: 'interrupted',
    told: `Cancelled (user). ${mayHave}`,
    card: 'You stopped it. It may have taken effect.',
  },
  'a user stops a call of the page while it runs': {
    play: async (stage) => {
      const agent = stage.open([calls(target)], {
        tools: [stage.tool('target', (ctx) => ctx.runTool('other')), stage.slow('other')],
      })
      const run = agent.chat('Go')
      await stage.hasBegun('other')
      await stop(run)
    },
    truth: 'may have taken effect',
    status: 'interrupted',
    told: `Cancelled (user). ${mayHave}`,
    card: 'You stopped it. It may have taken effect.',
  },
  'a limit is reached before it': {
    play: (stage) =>
      failed(
        stage
          .open([calls(other, target)], {
            tools: [stage.tool('other'), stage.tool('target')],
            limits: { calls: 1 },
          })
          .chat('Go'),
      ),
    truth: 'not run',
    status: 'cancelled',
    told: /Cancelled \(budget\): .+1 of 1 calls are spent, and 1 more would be needed. It was not run./,
    card: `A limit was reached. ${notRun}`,
  },
  'a limit is reached while it runs': {
    play: (stage) =>
      failed(
        stage
          .open([calls(target, other)], {
            tools: [stage.slow('target'), stage.tool('other')],
            limits: { calls: 1 },
            ...parallel,
          })
          .chat('Go'),
      ),
    truth: 'may have taken effect',
    status: 'interrupted',
    told: new RegExp(`Cancelled \\(budget\\).+ ${mayHave}`),
    card: 'A limit was reached. It may have taken effect.',
  },
  'the time of the run is up while it runs': {
    play: (stage) =>
      failed(
        stage
          .open([calls(target)], { tools: [stage.slow('target')], limits: { time: 20 } })
          .chat('Go'),
      ),
    truth: 'may have taken effect',
    status: 'interrupted',
    told: new RegExp(`Cancelled \\(budget\\).+ ${mayHave}`),
    card: 'A limit was reached. It may have taken effect.',
  },
  'it takes too long': {
    play: (stage) =>
      stage
        .open([calls(target)], { tools: [stage.slow('target', { run: { timeout: 1 } })] })
        .chat('Go'),
    truth: 'may have taken effect',
    status: 'timeout',
    told: `took longer than 1 ms. ${mayHave}`,
    card: 'It took longer than 1 ms. It may have taken effect.',
  },
  'a call before it fails and ends the run': {
    play: (stage) =>
      failed(
        stage
          .open([calls(other, target)], {
            tools: [stage.tool('other', throwing), stage.tool('target')],
            ...abort,
          })
          .chat('Go'),
      ),
    truth: 'not run',
    status: 'cancelled',
    told: `Cancelled (parent_failed): the run ended. ${notRun}`,
    card: notRun,
  },
  'a call beside it fails and ends the run': {
    play: (stage) => {
      const tools = [
        stage.slow('target'),
        stage.tool('other', async () => {
          await stage.hasBegun('target')
          throwing()
        }),
      ]
      const both = { calls: { ...parallel.calls, ...abort.calls } }
      return failed(stage.open([calls(target, other)], { tools, ...both }).chat('Go'))
    },
    truth: 'may have taken effect',
    status: 'interrupted',
    told: `Cancelled (sibling_failed): another call ended the run. ${mayHave}`,
    card: 'It may have taken effect.',
  },
  'its message reaches its maximum length': {
    play: (stage) =>
      failed(
        stage
          .open([{ calls: [{ ...target, arguments: '{"a":' }], finishReason: 'length' }], {
            tools: [stage.tool('target')],
          })
          .chat('Go'),
      ),
    truth: 'not run',
    status: 'cancelled',
    told: /the model's message ended early \(length\).+ It was not run\./,
    card: `The answer ended too early. ${notRun}`,
  },
  'the stream of its message breaks': {
    play: (stage) =>
      failed(
        stage
          .open([{ ...calls(target), breakWith: new Error('boom') }], {
            tools: [stage.tool('target')],
          })
          .chat('Go'),
      ),
    truth: 'not run',
    status: 'cancelled',
    told: /the model's message ended early \(cut off\).+ It was not run\./,
    card: `The answer ended too early. ${notRun}`,
  },
  'the page is closed before it began': {
    play: (stage) => reload(stage, 'other'),
    truth: 'not run',
    status: 'cancelled',
    told: `Cancelled: the page ended before it was started. ${notRun}`,
    card: `The page was closed before it began. ${notRun}`,
  },
  'the page is closed while it runs': {
    play: (stage) => reload(stage, 'target'),
    truth: 'may have taken effect',
    status: 'interrupted',
    told: `Cancelled: the page ended. ${mayHave}`,
    card: 'The page was closed while it ran. It may have taken effect.',
  },
  'its tool leaves the page while it runs': {
    play: async (stage) => {
      const agent = stage.open([calls(target)])
      const tools = [stage.slow('target')]
      const remove = agent.scopes.register(new Scope({ name: 'page', description: 'P.', tools }))
      const run = agent.chat('Go')
      await stage.hasBegun('target')
      remove()
      await run
    },
    truth: 'may have taken effect',
    status: 'interrupted',
    told: new RegExp(`Cancelled \\(scope_ended\\).+ ${mayHave}`),
    card: 'What it was for is no longer on the page. It may have taken effect.',
  },
  'its tool is off': {
    play: (stage) =>
      stage
        .open([calls(target)], { tools: [stage.tool('target', noop, { enabled: () => false })] })
        .chat('Go'),
    truth: 'not run',
    status: 'disabled',
    told: '\\"target\\" is not available now',
    card: 'It is not available now.',
  },
  'the page shows another thing by then': {
    play: (stage) => {
      let order = 'A-1'
      const subject = () => ({ id: order, label: order })
      const turn: AgentPlugin = {
        name: 'turn',
        call: ({ call: { name } }, next) => {
          // The user goes on while the model answers.
          if (name === 'target') order = 'A-2'
          return next()
        },
      }
      return stage
        .open([calls(target)], { tools: [stage.tool('target', noop, { subject })], use: [turn] })
        .chat('Go')
    },
    truth: 'not run',
    status: 'stale',
    told: 'what it is for changed after the page was shown to you.',
    card: 'The page had changed, so it did not run.',
  },
  'no tool has its name': {
    play: (stage) => stage.open([calls(target)], { tools: [stage.tool('other')] }).chat('Go'),
    truth: 'not run',
    status: 'unknown',
    told: 'There is no tool',
    card: 'This page cannot do that.',
  },
  'its arguments do not fit': {
    play: (stage) =>
      stage
        .open([{ calls: [{ ...target, arguments: '{"a":' }] }], { tools: [stage.tool('target')] })
        .chat('Go'),
    truth: 'not run',
    status: 'invalid',
    told: 'The arguments are not a JSON object.',
    card: 'The request did not fit this page.',
  },
}

describe('the end of a call', () => {
  it.each(Object.entries(ways))('is told by all as it was: %s', async (_name, way) => {
    const stage = new Stage()
    await way.play(stage)
    const { agent, answer, events, recorded, audit, begun } = stage
    const text = answer.content
    expect(answer.status).toBe(way.status)
    if (typeof way.told === 'string') expect(text).toContain(way.told)
    else expect(text).toMatch(way.told)
    const card = failureText(answer, englishFailures)
    expect(card).toBe(way.card)

    // What is true is what the handlers did.
    expect(begun.includes('target')).toBe(way.truth !== 'not run')
    const isOpen = way.truth === 'may have taken effect'
    for (const words of [text, card ?? '']) {
      expect(words.includes('may have taken effect')).toBe(isOpen)
      expect(way.truth !== 'not run' && words.includes(notRun)).toBe(false)
    }
    expect(mayHaveRun(answer)).toBe(isOpen)
    const [first] = agent.history.messages
    const left = agent.calls.leftBy(first?.id ?? '').map(({ callId }) => callId)
    expect(left.includes('the-call')).toBe(isOpen || way.status === 'ok')

    const end = events.findLast((event) => 'message' in event && Object(event.message) === answer)
    expect(end).toMatchObject({ callId: target.id, message: { status: way.status } })
    if (end?.type === 'agent:tool_cancelled') expect(end.began).toBe(isOpen)
    const row = audit.query().findLast(({ callId }) => callId === target.id)
    expect(row?.status).toBe(way.status)
    expect(recorded).toBe(way.status)
    const known = agent.calls.getState().get(target.id ?? '')
    if (known) expect(known.answer).toBe(answer)

    // The next request has the same text.
    await agent.with({ limits: {} }).chat('Did it work?')
    const sent = stage.model?.requests
      .at(-1)
      ?.prompt.flatMap((message) => (message.role === 'tool' ? message.content : []))
    expect(JSON.stringify(sent)).toContain(JSON.stringify(text))
  })
})
