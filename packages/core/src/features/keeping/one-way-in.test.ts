import { flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, failureOf } from '../../../test/agent-under-test.ts'
import { createPages } from '../../../test/pages-under-test.ts'
import { AgentError, type AgentPlugin, type ChatInput, type ChatOptions } from '../../index.ts'
import type { Agent } from '../../agent.ts'
import { storageError } from '../../storage.ts'
import { Scope } from '../../tools/scope.ts'
import { inputGuardrail } from '../answers/index.ts'
import type { AgentStorage } from './index.ts'

const words = 'my card is 4111'

/** What is asked of words on their way in. */
interface Check {
  readonly use?: readonly AgentPlugin[]
  readonly input?: ChatInput
  /** True to say the words while a `local` scope is on the page, before a storage elsewhere. */
  readonly isLocal?: boolean
  /** True if no run may take the words, so that each way ends with a Stop. */
  readonly hangs?: boolean
  /** Lets the words pass. */
  readonly pass?: () => void
}

/** Pages over one storage, and all that reached the storage or came back to a user. */
class Stage {
  readonly check: Check
  readonly stored: string[] = []
  readonly given: string[] = []
  readonly requested: unknown[] = []
  readonly told: unknown[] = []
  readonly agents: Agent[] = []
  isOff = false
  #gate: PromiseWithResolvers<string> | undefined
  readonly #pages = createPages()
  readonly #runs: PromiseLike<unknown>[] = []

  constructor(check: Check) {
    this.check = check
  }

  open(): { readonly agent: Agent; readonly die: () => Promise<void> } {
    const page = this.#pages.open()
    const reply = (): string | Promise<string> => this.#gate?.promise ?? 'ok'
    const { agent, model } = agentUnderTest(
      Array.from({ length: 40 }, () => reply),
      {
        storage: this.#watched(page.storage),
        ...(this.check.use && { use: this.check.use }),
      },
    )
    Object.assign(model, { isLocal: true })
    this.requested.push(model.requests)
    agent.sessions.subscribe(({ unsent }) => this.given.push(JSON.stringify(unsent)))
    agent.on('agent:warning', ({ error }) => this.told.push(error))
    this.agents.push(agent)
    const die = async (): Promise<void> => {
      this.agents.splice(this.agents.indexOf(agent), 1)
      await page.die()
    }
    return { agent, die }
  }

  /** Opens a page with a conversation in which a run goes on. */
  async openBusy(): Promise<ReturnType<Stage['open']>> {
    const page = this.open()
    await page.agent.chat('hello')
    this.#gate = Promise.withResolvers()
    this.#runs.push(page.agent.chat('work'))
    await flush()
    return page
  }

  say(agent: Agent, options?: ChatOptions): void {
    const { input = words, isLocal } = this.check
    const scope = new Scope({ name: 'diary', local: true, context: () => 1 })
    const leave = isLocal && agent.scopes.register(scope)
    const run = agent.chat(input, options)
    if (leave) leave()
    run.result.catch((error: unknown) => this.told.push(error))
    this.#runs.push(run)
  }

  /** Ends the run that goes on, and waits for all that was said in a page that is still there. */
  async end(isStopped: boolean): Promise<void> {
    this.isOff = false
    if (isStopped) for (const agent of this.agents) agent.cancel({ kind: 'user' })
    this.#gate?.resolve('done')
    this.#gate = undefined
    if (this.agents.length === 1 || !isStopped) await flush()
    for (const agent of this.agents) await agent.chat('next', { onBusy: 'queue' })
    await flush()
  }

  #watched(storage: AgentStorage): AgentStorage {
    const note = (...given: unknown[]): void => {
      this.stored.push(JSON.stringify(given))
      if (this.isOff) throw storageError('unavailable', 'There is no network.')
    }
    return {
      ...storage,
      isLocal: this.check.isLocal ? false : undefined,
      send: (id, sent) => {
        this.stored.push(JSON.stringify(sent))
        storage.send(id, sent)
      },
      update: async (...given) => {
        note(given)
        return storage.update(...given)
      },
      claim: async (id, options) => {
        this.stored.push(JSON.stringify(options.waiting ?? []))
        const claim = await storage.claim(id, options)
        return (
          claim && {
            ...claim,
            write: async (write) => {
              note(write)
              return claim.write(write)
            },
          }
        )
      },
    }
  }
}

const firstOf = ({ history }: Agent): string => history.messages[0]?.id ?? ''

/** The ways of words into a run. Resolve once they are said, with how it goes on from there. */
const ways: Record<string, (stage: Stage) => Promise<(() => Promise<void>) | 'stop' | void>> = {
  plain: async (stage) => {
    const { agent } = stage.open()
    await agent.chat('hello')
    stage.say(agent)
  },
  'the first of all': async (stage) => stage.say(stage.open().agent),
  steer: async (stage) => stage.say((await stage.openBusy()).agent, { onBusy: 'steer' }),
  queue: async (stage) => stage.say((await stage.openBusy()).agent, { onBusy: 'queue' }),
  interrupt: async (stage) => stage.say((await stage.openBusy()).agent, { onBusy: 'interrupt' }),
  edit: async (stage) => {
    const { agent } = stage.open()
    await agent.chat('hello')
    stage.say(agent, { replaces: firstOf(agent) })
  },
  'an edit that waits': async (stage) => {
    const { agent } = await stage.openBusy()
    stage.say(agent, { replaces: firstOf(agent), onBusy: 'queue' })
  },
  'a resume after a reload': async (stage) => {
    const { agent, die } = await stage.openBusy()
    stage.say(agent, { onBusy: 'queue' })
    return async () => {
      await die()
      const { agent: next } = stage.open()
      await next.sessions.opening
      await flush()
      void Promise.resolve(next.resume()).catch(() => undefined)
    }
  },
  'after Stop': async (stage) => {
    stage.say((await stage.openBusy()).agent, { onBusy: 'queue' })
    return 'stop'
  },
  'after Stop of the first': async (stage) => {
    stage.say(stage.open().agent)
    return 'stop'
  },
  'after a reload': async (stage) => {
    const { agent, die } = await stage.openBusy()
    stage.say(agent, { onBusy: 'queue' })
    return async () => {
      await die()
      await stage.open().agent.sessions.opening
      await flush()
    }
  },
  'after a reload of the first': async (stage) => {
    const { agent, die } = stage.open()
    stage.say(agent)
    return async () => {
      await die()
      await stage.open().agent.sessions.opening
      await flush()
    }
  },
  'another session and back': async (stage) => {
    const { agent } = await stage.openBusy()
    const { current } = agent.sessions
    stage.say(agent, { onBusy: 'queue' })
    return async () => {
      await agent.sessions.create()
      await agent.sessions.open(current)
      await flush()
    }
  },
  'on another page': async (stage) => {
    await stage.openBusy()
    const { agent } = stage.open()
    await agent.sessions.opening
    stage.say(agent, { onBusy: 'queue' })
  },
  offline: async (stage) => {
    const { agent } = await stage.openBusy()
    stage.isOff = true
    stage.say(agent, { onBusy: 'queue' })
  },
}

/** Plays a way to its end. `during` is called while the words are on their way. */
async function play(way: string, check: Check, during?: (stage: Stage) => void): Promise<Stage> {
  const stage = new Stage(check)
  const goOn = await ways[way]?.(stage)
  await flush()
  during?.(stage)
  if (typeof goOn !== 'function') check.pass?.()
  await flush()
  if (typeof goOn === 'function') await goOn()
  await stage.end(goOn === 'stop' || check.hangs === true)
  return stage
}

const all = ({ stored, given, requested }: Stage): string =>
  JSON.stringify([stored, given, requested])

const outside = ({ stored, given }: Stage): string => [...stored, ...given].join()

const histories = ({ agents }: Stage) => agents.flatMap(({ history }) => history.all)

const never = (): Promise<never> => new Promise(() => undefined)
const has = (text: string): boolean => text.includes('4111')
const card = (check: (text: string) => true | string | Promise<true | string>) => [
  inputGuardrail('card', (text) => (has(text) ? check(text) : true)),
]
/** Whether a way leads to no run of the words, unless they have passed when it ends. */
const isEnded = (way: string): boolean => /Stop|reload|back/.test(way)
const isGone = (way: string): boolean => way.includes('reload')

describe.each(Object.keys(ways))('R103 words on their way in: %s', (way) => {
  it('R103 are never stored, shown or given back if a guardrail refuses them', async () => {
    const stage = await play(way, { use: card(() => 'No cards.') })
    expect(all(stage)).not.toContain('4111')
    expect(JSON.stringify(histories(stage))).not.toContain('4111')
    expect(stage.told.some((error) => AgentError.is(error, 'guardrail'))).toBe(true)
  })

  it('R103 are in memory alone until a slow guardrail accepts them', async () => {
    const { promise, resolve } = Promise.withResolvers<true>()
    const check = { use: card(() => promise), pass: () => resolve(true) }
    const stage = await play(way, check, (now) => {
      expect(all(now)).not.toContain('4111')
      expect(now.agents.some(({ queue }) => has(JSON.stringify(queue.getState())))).toBe(true)
    })
    if (!isEnded(way)) expect(stage.stored.join()).toContain('4111')
  })

  it.each<[string, () => Promise<never>]>([
    ['hangs', never],
    ['fails', () => Promise.reject(new Error('no network'))],
  ])('R103 stay in memory and are told if a guardrail %s', async (name, check) => {
    const stage = await play(way, { use: card(check), hangs: name === 'hangs' })
    expect(all(stage)).not.toContain('4111')
    expect(JSON.stringify(histories(stage))).not.toContain('4111')
    if (isGone(way)) return
    const refused = stage.told.filter((error) => AgentError.is(error, 'guardrail'))
    expect(refused.map((error) => (error as { input?: unknown }).input)).toContain(words)
  })

  it('R103 are kept as a plug-in has rewritten them, and never as they were', async () => {
    const rewriting: AgentPlugin = {
      name: 'cards',
      rewritesInput: true,
      run: ({ input }, next) => next({ input: String(input).replace('4111', '[number]') }),
    }
    const stage = await play(way, { use: [rewriting] })
    expect(all(stage)).not.toContain('4111')
    expect(JSON.stringify(histories(stage))).not.toContain('4111')
    if (!isEnded(way)) expect(JSON.stringify(histories(stage))).toContain('my card is [number]')
  })

  it('R103 of a `local` scope reach no storage elsewhere, and are `local` wherever they come back', async () => {
    const stage = await play(way, { isLocal: true })
    expect(stage.stored.join()).not.toContain('4111')
    const told = histories(stage).filter(({ content }) => has(String(content)))
    expect(told.every(({ local }) => local)).toBe(true)
    if (!isEnded(way)) expect(told).toHaveLength(1)
    const back = stage.given.filter(has)
    expect(back.every((unsent) => unsent.includes('"local":true'))).toBe(true)
  })

  it('R103 of others keep their mark', async () => {
    const input = [
      { type: 'text', text: 'Sum up' },
      { type: 'text', text: words, untrusted: true },
    ] as const
    const stage = await play(way, { input })
    const marked = `${JSON.stringify(words)},"untrusted":true`
    // The title of a conversation is no part of it that is said again.
    const told = outside(stage).replaceAll(/"title":"[^"]*"/g, '')
    expect(told.replaceAll(marked, '')).not.toContain('4111')
    const said = histories(stage).filter(({ content }) => has(JSON.stringify(content ?? '')))
    expect(said.every(({ taint }) => taint === 'untrusted')).toBe(true)
    expect(outside(stage)).toContain(marked)
  })

  it.each<[string, readonly AgentPlugin[]]>([
    ['no plug-in checks them', []],
    ['a guardrail has accepted them', card(() => true)],
    ['a plug-in has a `run` that rewrites nothing', [{ name: 'own', run: (_at, next) => next() }]],
  ])('R84 are stored at once if %s', async (_name, use) => {
    const stage = await play(way, { use })
    expect(outside(stage)).toContain('4111')
  })
})

describe('R103 words that come back', () => {
  const unsentOf = ({ sessions }: Agent) => sessions.getState().unsent

  it('R103 are of others if they edit what others said', async () => {
    const stage = new Stage({})
    const { agent } = stage.open()
    await agent.sessions.open(await agent.sessions.import([{ role: 'user', content: 'Theirs' }]))
    const replaces = firstOf(agent)
    agent.cancel()
    void agent.chat('a while').result.catch(() => undefined)
    stage.say(agent, { replaces, onBusy: 'queue' })
    agent.cancel({ kind: 'user' })
    await flush()
    expect(unsentOf(agent).map(({ content }) => content)).toEqual([
      [{ type: 'text', text: words, untrusted: true }],
    ])
  })

  it('R103 stay on the device when they are said again, also by an interface of its own', async () => {
    const stage = new Stage({ isLocal: true })
    const { agent } = await stage.openBusy()
    stage.say(agent, { onBusy: 'queue' })
    agent.cancel({ kind: 'user' })
    await flush()
    const [taken] = await agent.sessions.takeUnsent()
    expect(taken).toMatchObject({ content: words, local: true })
    const run = agent.chat(taken?.content ?? '')
    await stage.end(false)
    await run
    expect(agent.history.messages.find(({ content }) => content === words)?.local).toBe(true)
    expect(stage.stored.join()).not.toContain('4111')
  })

  it('R103 join no run whose plug-ins are not those that have to pass them', async () => {
    const stage = new Stage({})
    const { agent } = await stage.openBusy()
    const run = agent.with({ use: card(() => 'No.') }).chat(words, { onBusy: 'steer' })
    expect(await failureOf(run)).toMatchObject({ code: 'guardrail' })
    await stage.end(false)
    expect(all(stage)).not.toContain('4111')
  })
})
