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
export class ActQueue {
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
