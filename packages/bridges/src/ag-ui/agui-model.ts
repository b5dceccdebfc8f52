import type { LanguageModelV4 } from '@ai-sdk/provider'
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
  /** The name of the tool for interrupts, that of {@link askPersonTool}. Default: `ask_person`. */
  interruptTool?: string | undefined
  /** The text of an answer without a message, a call or a result. Default: `Done.`. */
  emptyText?: string | undefined
}

/** A remote agent as a model. */
export interface AguiModel extends LanguageModelV4 {
  /** The number of events that were not understood, by type. Such events change nothing. */
  readonly ignored: ReadonlyMap<string, number>
  /** Fetches the client's code before the first call. Never rejects. */
  preload(): Promise<void>
}

/**
 * Creates a model that is a remote AG-UI agent, such as one of LangGraph, Mastra, CrewAI or
 * Pydantic AI. The tools of Ambit's agent are its frontend tools: they run in the page, with all
 * their rules. The contexts of the page are its `context`.
 *
 * The calls that the remote agent makes on its server are parts of its message. They count as text
 * of third parties, so they taint the run. An interrupt asks the person, through
 * {@link askPersonTool}.
 *
 * Every failure is a `ModelError`. A stream that ends before its run does has an `error` part with
 * the code `stream_cut`, which may be retried. An error that the remote agent reports is never
 * retried, because its own calls may have had effects. When the call's signal aborts, the request
 * is aborted.
 *
 * @example
 * const model = createAguiModel({ url: '/api/langgraph' })
 */
export function createAguiModel(options: AguiModelOptions): AguiModel {
  const ignored = new Map<string, number>()
  let loading: Promise<LanguageModelV4['doStream']> | undefined
  const load = (): Promise<LanguageModelV4['doStream']> =>
    (loading ??= import('./remote-client.ts').then(
      ({ createClient }) => createClient(options, ignored),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    ))
  const doStream: LanguageModelV4['doStream'] = async (call) => (await load())(call)
  return {
    specificationVersion: 'v4',
    provider: 'ambit-ag-ui',
    modelId: options.agentId ?? 'agent',
    supportedUrls: { '*/*': [/^https?:/] },
    ignored,
    preload: () => load().then(nothing, nothing),
    doStream,
    doGenerate: async (call) => {
      const [{ generate }, { stream }] = await Promise.all([
        import('./generate.ts'),
        doStream(call),
      ])
      return generate(stream)
    },
  }
}

const nothing = (): void => undefined
