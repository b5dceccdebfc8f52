import { type Agent, AgentError, type AgentOptions, createAgent } from '@ambit/core'
import { AgentProvider, type AgentProviderProps } from '@ambit/react'
import type { ReactNode } from 'react'
import type { Reply } from '../reply.ts'
import { type ScriptedModel, scriptedModel } from '../scripted-model.ts'
import { answerApprovals, type Approve } from './answer-approvals.ts'
import { type Page, type Render, renderOnPage } from './render-on-page.tsx'
import { loadTestingLibrary } from './testing-library.ts'

/** The options of an agent, and the replies of its model. */
export interface RenderWithAgentOptions<Rendered> extends Omit<AgentOptions, 'model'> {
  /** The replies of the model, one for each request. Default: none, so that a request fails. */
  readonly replies?: Iterable<Reply> | undefined
  /** The model itself, in place of `replies`: for `otherwise`, cuts and faults. */
  readonly model?: ScriptedModel | undefined
  /** The same as in `AgentProvider`. */
  readonly until?: AgentProviderProps['until']
  /**
   * The answer to requests for approval: true allows every call, a function decides for each one.
   * Default: nobody answers, unless a component of the page does.
   */
  readonly approve?: Approve | undefined
  /**
   * The `render` to use, such as that of `vitest-browser-react`. Default: that of
   * `@testing-library/react`, which removes the element after the test. Where that is not
   * installed, a simple one.
   */
  readonly render?: Render<Rendered> | undefined
}

/** The result of `render`, with the agent of the element and its model. */
export type RenderedWithAgent<Rendered = Page> = Rendered & {
  readonly agent: Agent
  readonly model: ScriptedModel
  /**
   * Counts what the test does next as an act of the user, and returns what it returns. A page does
   * not hear the events of a test, which are not trusted. What they change would seem to be changed
   * by the calls before.
   */
  readonly asUser: <T>(act: () => T) => T
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
    approve,
    render,
    ...options
  }: RenderWithAgentOptions<Rendered> = {},
): Promise<RenderedWithAgent<Rendered>> {
  const agent = createAgent({ ...options, model })
  if (approve) answerApprovals(agent, approve)
  // Without a `render` in the options, the result is a `Page`.
  const shown = render ?? ((await usualRender()) as unknown as Render<Rendered>)
  const rendered = await shown(ui, {
    wrapper: ({ children }) => (
      <AgentProvider agent={agent} until={until}>
        {children}
      </AgentProvider>
    ),
  })
  // The code of rows is loaded late.
  await agent.scopes.loading
  const asUser = <T,>(act: () => T): T => {
    agent.scopes.userActed()
    return act()
  }
  return { ...rendered, agent, model, asUser }
}

/** Returns the `render` of `@testing-library/react`, or a simple one where that is missing. */
async function usualRender(): Promise<Render<Page>> {
  if (typeof document === 'undefined') {
    throw new AgentError(
      'There is no `document` to render into. Run the test in a browser, or in the environment `jsdom` or `happy-dom` of the test runner.',
    )
  }
  return (await loadTestingLibrary()) ?? renderOnPage
}
