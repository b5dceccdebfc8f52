import type { Agent, WithOptions } from '@ambit/core'
import { pauseActEnvironment } from './act-environment.ts'
import { ActQueue } from './act-queue.ts'

/** The methods that begin a run. */
const beginnings = ['chat', 'resume', 'execute', 'runTool', 'undo'] as const

/** Those of them that `agent.with` has too. */
const ofWith = ['chat', 'resume', 'execute', 'runTool'] as const

/** The time between two looks at an open `act`, in milliseconds. */
const lookMs = 1

/**
 * The time after a run in which the page may still follow it, in milliseconds: some frames of a
 * browser.
 */
const restMs = 50

// A test may replace the timers.
const { setTimeout } = globalThis

/** The agents on the page that work now. */
class Working {
  readonly #queue: ActQueue
  /** The runs that go on, or have just ended, each with its agent. */
  readonly #runs = new Map<object, Agent>()
  /** The pages, each with its agent. StrictMode takes a page off and puts it back. */
  readonly #pages = new Set<{ readonly agent: Agent }>()
  #isLooking = false

  constructor(react: object) {
    this.#queue = new ActQueue(react)
    pauseActEnvironment(this.#queue, () => this.#isOn())
    if (!this.#queue.isKnown) warnOfReact()
  }

  /** Counts the run that `begin` begins, from before its first change to the page. */
  count<T extends PromiseLike<unknown>>(agent: Agent, begin: () => T): T {
    const key = {}
    this.#runs.set(key, agent)
    this.#look()
    const end = (): void => void setTimeout(() => this.#runs.delete(key), restMs)
    try {
      const run = begin()
      run.then(end, end)
      return run
    } catch (error) {
      end()
      throw error
    }
  }

  /** Notes a page that shows an agent. Returns the function that takes it off. */
  show(agent: Agent): () => void {
    const page = { agent }
    this.#pages.add(page)
    return () => this.#pages.delete(page)
  }

  /** Whether a run goes on that can change a page. */
  #isOn(): boolean {
    const shown = new Set(Array.from(this.#pages, ({ agent }) => agent))
    return [...this.#runs.values()].some((agent) => shown.has(agent))
  }

  /**
   * Lets React render while a run is awaited in an `act`. Without that, React waits for the end of
   * the `act`, and the agent works on an old page.
   */
  #look(): void {
    if (this.#isLooking) return
    this.#isLooking = true
    const look = (): void => {
      this.#isLooking = this.#isOn()
      if (!this.#isLooking) return
      this.#queue.flush()
      setTimeout(look, lookMs)
    }
    setTimeout(look, lookMs)
  }
}

let working: Working | undefined

/**
 * Makes React and its testing libraries take the runs of an agent for events from outside of the
 * test. `ambit/react` calls it for each agent on the page. Returns a function that ends that.
 */
export function workOutsideAct(agent: Agent, react: object): () => void {
  const own = (working ??= new Working(react))
  const leave = own.show(agent)
  const begin = agent.with.bind(agent)
  const counted = {
    ...count(own, agent, agent, beginnings),
    with: (options: WithOptions) => {
      const verbs = begin(options)
      return Object.assign(verbs, count(own, agent, verbs, ofWith))
    },
  }
  Object.assign(agent, counted)
  return () => {
    leave()
    for (const name of [...beginnings, 'with'] as const) {
      if (agent[name] === counted[name]) Reflect.deleteProperty(agent, name)
    }
  }
}

/** Returns the verbs of an object, each of which notes the runs that it begins. */
function count<Name extends (typeof beginnings)[number]>(
  own: Working,
  agent: Agent,
  verbs: Pick<Agent, Name>,
  names: readonly Name[],
): Record<Name, (...args: unknown[]) => PromiseLike<unknown>> {
  return Object.fromEntries(
    names.map((name) => {
      const begin = (verbs[name] as (...args: unknown[]) => PromiseLike<unknown>).bind(verbs)
      return [name, (...args: unknown[]) => own.count(agent, () => begin(...args))]
    }),
  ) as Record<Name, (...args: unknown[]) => PromiseLike<unknown>>
}

function warnOfReact(): void {
  console.warn(
    '[ambit] This version of React does not show `@ambit/testing` if a test is in an `act`, so the agent may work on an old page there. Await `agent.chat` outside of `act`.',
  )
}
