import { type Agent, AgentError, type AgentOptions, createAgent } from '@ambit/core'
import { AgentProvider, type AgentProviderProps } from '@ambit/react'
import type { ComponentType, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Reply } from '../reply.ts'
import { type ScriptedModel, scriptedModel } from '../scripted-model.ts'

/**
 * Puts an element into a page, inside a wrapper: the `render` of a testing library, or of this
 * package.
 */
export type Render<Rendered> = (
  ui: ReactNode,
  options: { readonly wrapper: ComponentType<{ children: ReactNode }> },
) => Rendered | Promise<Rendered>

/** The result of this package's own `render`. */
export interface Page {
  /** The element in `document.body` that holds the rendered element. */
  readonly container: HTMLElement
  /**
   * Shows another element in the same wrapper. The element is committed, with its effects, when
   * `rerender` returns.
   */
  readonly rerender: (ui: ReactNode) => void
  /** Removes the element and the container. */
  readonly unmount: () => void
}

/** The options of an agent, and the replies of its model. */
export interface RenderWithAgentOptions<Rendered> extends Omit<AgentOptions, 'model'> {
  /** The replies of the model, one for each request. Default: none, so that a request fails. */
  readonly replies?: Iterable<Reply> | undefined
  /** The model itself, in place of `replies`: for `otherwise`, cuts and faults. */
  readonly model?: ScriptedModel | undefined
  /** The same as in `AgentProvider`. */
  readonly until?: AgentProviderProps['until']
  /**
   * The `render` to use in place of this package's own, such as that of `vitest-browser-react` or
   * `@testing-library/react`.
   */
  readonly render?: Render<Rendered> | undefined
}

/** The result of `render`, with the agent of the element and its model. */
export type RenderedWithAgent<Rendered> = Rendered & {
  readonly agent: Agent
  readonly model: ScriptedModel
}

/**
 * Renders an element below an `AgentProvider` whose agent has a scripted model. The scopes and
 * tools of the element are registered when the promise resolves.
 *
 * Rejects with `AgentError` in the cases in which `createAgent` throws, and if there is no
 * `document`.
 *
 * @example
 * const replies = [calls(call('filter_orders', { status: 'open' })), 'Done.']
 * const { agent, model } = await renderWithAgent(<Orders />, { replies })
 * await agent.chat('Show the open ones')
 */
export async function renderWithAgent<Rendered = Page>(
  ui: ReactNode,
  {
    replies = [],
    model = scriptedModel(replies),
    until,
    // Without a `render` in the options, the result is a `Page`.
    render = renderOnPage as unknown as Render<Rendered>,
    ...options
  }: RenderWithAgentOptions<Rendered> = {},
): Promise<RenderedWithAgent<Rendered>> {
  const agent = createAgent({ ...options, model })
  const rendered = await render(ui, {
    wrapper: ({ children }) => (
      <AgentProvider agent={agent} until={until}>
        {children}
      </AgentProvider>
    ),
  })
  return { ...rendered, agent, model }
}

/**
 * Renders into a new element of `document.body`. The element is committed, with its effects, on
 * return. Throws `AgentError` if there is no `document`.
 */
const renderOnPage: Render<Page> = (ui, { wrapper: Wrapper }) => {
  if (typeof document === 'undefined') {
    throw new AgentError(
      "There is no `document` to render into. Run the test in a browser, or in vitest with `environment: 'happy-dom'`.",
    )
  }
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const rerender = (shown: ReactNode): void =>
    flushSync(() => root.render(<Wrapper>{shown}</Wrapper>))
  rerender(ui)
  return {
    container,
    rerender,
    unmount: () => {
      flushSync(() => root.unmount())
      container.remove()
    },
  }
}
