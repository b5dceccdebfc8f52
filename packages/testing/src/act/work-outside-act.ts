import type { Agent, WithOptions } from '@ambit/core'

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

const flag = 'IS_REACT_ACT_ENVIRONMENT'

/**
 * The value of the flag that stands for "true, but an agent works". React takes it for false. A
 * testing library that keeps the value, and writes it back later, writes back true.
 */
const paused = 0

/**
 * Takes over React's flag for tests. While it is true, React warns of every update outside of
 * `act`. An agent works outside of `act`, so the flag reads as false while one does. In an `act` it
 * stays true.
 */
function pauseActEnvironment(queue: ActQueue, isWorking: () => boolean): void {
  let given: unknown = (globalThis as { [flag]?: unknown })[flag]
  Object.defineProperty(globalThis, flag, {
    configurable: true,
    enumerable: true,
    get: () => (given === true && isWorking() && !queue.isOpen ? paused : given),
    set: (value: unknown) => {
      given = value === paused ? true : value
    },
  })
}

/** A task of React that waits for the end of an `act`. Returns the rest of it, or null. */
type Task = (isLate: boolean) => Task | null

/** The fields of React's development build that tell of an open `act`. */
interface Internals {
  /** In React 19. */
  readonly __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE?: {
    actQueue?: Task[] | null
  }
  /** In React 18. */
  readonly __SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED?: {
    ReactCurrentActQueue?: { current: Task[] | null }
  }
}

/** React's list of tasks that wait for the end of an `act`. */
class ActQueue {
  readonly #internals: Internals
  #isFlushing = false

  /** Reads the fields of this React. */
  constructor(react: object) {
    this.#internals = ('default' in react ? react.default : react) as Internals
  }

  /** True if this version of React has the list in one of the known places. */
  get isKnown(): boolean {
    return this.#tasks() !== undefined
  }

  /** True if an `act` is open. */
  get isOpen(): boolean {
    return Array.isArray(this.#tasks())
  }

  /**
   * Runs the tasks that wait. A task that is not done goes on with the next flush: it may wait for
   * a promise.
   */
  flush(): void {
    const tasks = this.#tasks()
    if (!tasks || this.#isFlushing) return
    this.#isFlushing = true
    try {
      for (let task = tasks.shift(); task; task = tasks.shift()) {
        const rest = task(this.#isReact18)
        if (rest) return void tasks.unshift(rest)
      }
    } finally {
      this.#isFlushing = false
    }
  }

  /** React 18 does not render a task in an `act` unless the task is late. */
  get #isReact18(): boolean {
    return '__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED' in this.#internals
  }

  #tasks(): Task[] | null | undefined {
    const {
      __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: react19,
      __SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED: react18,
    } = this.#internals
    return react19 ? react19.actQueue : react18?.ReactCurrentActQueue?.current
  }
}
