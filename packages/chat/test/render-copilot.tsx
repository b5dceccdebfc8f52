import { type Agent, type AgentOptions, createAgent, Tool, type ToolOptions } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { type Reply, type ScriptedModel, scriptedModel } from '@ambit/testing'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { type RenderResult, render } from 'vitest-browser-react'
import { conversation, Copilot, panel } from '../src/copilot.tsx'
import type { CopilotProps } from '../src/opening/late-copilot.tsx'

export interface RenderedCopilot {
  readonly screen: RenderResult
  readonly agent: Agent
  readonly model: ScriptedModel
}

/**
 * Renders the open widget with its styles, and an agent whose model plays `replies`. `kept` is what
 * the tab has kept over a reload.
 */
export async function renderCopilot(
  replies: Iterable<Reply>,
  props: CopilotProps = {},
  options: Partial<AgentOptions> = {},
  children?: ReactNode,
  kept: Readonly<Record<string, string>> = {},
): Promise<RenderedCopilot> {
  await page.viewport(1000, 700)
  // An earlier test may have left a draft.
  sessionStorage.clear()
  for (const [key, text] of Object.entries(kept)) sessionStorage.setItem(key, text)
  await Promise.all([loadStyles(), panel.load(), conversation.load()])
  const model = scriptedModel(replies)
  const agent = createAgent({ model, request: { retry: { max: 0 } }, ...options })
  const screen = await render(
    <AgentProvider agent={agent}>
      {children}
      <Copilot defaultOpen {...props} />
    </AgentProvider>,
  )
  return { screen, agent, model }
}

/** Gives the page the styles of the widget, until the test ends. */
export async function loadStyles(): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = new URL('../src/styles.css', import.meta.url).href
  const { promise, resolve, reject } = Promise.withResolvers<Event>()
  link.addEventListener('load', resolve)
  link.addEventListener('error', reject)
  document.head.append(link)
  onTestFinished(() => link.remove())
  await promise
}

/** Creates a tool that takes no arguments, unless `rest` declares some. */
export const tool = (
  name: string,
  handler: ToolOptions<Record<string, unknown>, unknown>['handler'],
  rest: Partial<ToolOptions<Record<string, unknown>, unknown>> = {},
): Tool<Record<string, unknown>> => new Tool({ name, description: name, handler, ...rest })
