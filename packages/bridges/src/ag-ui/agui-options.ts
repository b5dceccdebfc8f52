import type { AguiEvent } from './agui-event.ts'

// Without DOM types, Node's types have `RequestInit` but not `HeadersInit`.
type HeadersInit = NonNullable<RequestInit['headers']>

/** The run of a remote agent. */
export interface RemoteRun {
  readonly threadId: string
  readonly runId: string
  /** Aborts with the call. Absent if the caller gave none. */
  readonly signal?: AbortSignal | undefined
}

/** The options of {@link createAguiModel}. */
export interface AguiModelOptions {
  /** The address of the remote agent, absolute or relative to the page. */
  url: string
  /** The name of the remote agent, as the model's id. Default: `agent`. */
  agentId?: string | undefined
  /** The headers of each request, or a function that returns them, such as a fresh token. */
  headers?: HeadersInit | ((run: RemoteRun) => HeadersInit | Promise<HeadersInit>) | undefined
  /** The rule for sending cookies. Default: the default of fetch, `same-origin`. */
  credentials?: RequestInit['credentials'] | undefined
  /** The function that sends requests. Default: the global `fetch` at the time of the call. */
  fetch?: typeof globalThis.fetch | undefined
  /**
   * The id of the thread, or a function that returns it. Default: the id of the session. Without
   * an agent of Ambit, one random id for each model.
   */
  threadId?: string | (() => string) | undefined
  /**
   * Returns the state that a run starts from. Default: the last state of the thread that the remote
   * agent sent, of the last 100 threads.
   */
  state?: (() => unknown) | undefined
  /**
   * Gets each new state of the remote agent: after a snapshot, and after a delta. The value is
   * third-party data, and a new one each time.
   */
  onState?: ((state: unknown, run: RemoteRun) => void) | undefined
  /** Gets every event as it came: for steps, activities and custom events. */
  onEvent?: ((event: AguiEvent, run: RemoteRun) => void) | undefined
  /** Returns the value that the remote agent gets as `forwardedProps`. Default: `{}`. */
  forwardedProps?: (() => unknown) | undefined
  /** The name of the tool for interrupts, that of {@link askUserTool}. Default: `ask_user`. */
  interruptTool?: string | undefined
  /** The text of an answer without a message, a call or a result. Default: `Done.`. */
  emptyText?: string | undefined
}
