import { checkOptions } from '@ambit/core'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { AguiModelOptions } from './agui-options.ts'

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
 * of third parties, so they taint the run. An interrupt asks the user, through
 * {@link askUserTool}.
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
  checkOptions('`createAguiModel`', options, {
    agentId: ':string',
    credentials: ':string',
    emptyText: ':string',
    fetch: ':function',
    forwardedProps: ':function',
    headers: ':object :array :function',
    interruptTool: ':string',
    onEvent: ':function',
    onState: ':function',
    state: ':function',
    threadId: ':string :function',
    url: '!string',
  })
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
