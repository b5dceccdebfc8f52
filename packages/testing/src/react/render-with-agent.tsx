import { type Agent, type AgentOptions, createAgent } from '@ambit/core'
import { AgentProvider, type AgentProviderProps } from '@ambit/react'
import type { ReactNode } from 'react'
import type { Reply } from '../reply.ts'
import { type ScriptedModel, scriptedModel } from '../scripted-model.ts'
import { type Page, type Render, renderOnPage } from './render-on-page.tsx'

/** An agent's options, and what its model says. */
export interface RenderWithAgentOptions<Rendered> extends Omit<AgentOptions, 'model'> {
  /** What the model says, a reply for each request. Default: nothing, so that a request fails. */
  readonly replies?: Iterable<Reply> | undefined
  /** The model itself, in place of `replies`: for `otherwise`, cuts and faults. */
  readonly model?: ScriptedModel | undefined
  /** As `AgentProvider` takes it. */
  readonly until?: AgentProviderProps['until']
  /** Renders in place of this package: that of `vitest-browser-react` or `@testing-library/react`. */
  readonly render?: Render<Rendered> | undefined
}

/** What `render` returned, and the agent that the element was given. */
export type RenderedWithAgent<Rendered> = Rendered & {
  readonly agent: Agent
  readonly model: ScriptedModel
}

/**
 * Renders an element below an `AgentProvider` whose agent has a scripted model. What the element registered is there when this resolves.
 *
 * Throws `AgentError` for what `createAgent` throws for.
 *
 * @example
 * const { agent, model } = await renderWithAgent(<Orders />, { replies: [calls(call('filter_orders', { status: 'open' })), 'Done.'] })
 * await agent.chat('Show the open ones')
 */
export async function renderWithAgent<Rendered = Page>(
  ui: ReactNode,
  {
    replies = [],
    model = scriptedModel(replies),
    until,
    // Without one of its own, what is rendered is a `Page`.
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
