import type { Agent, Effect } from '@ambit/core'
import { call, calls, type Reply } from '@ambit/testing'
import type { ComponentType, ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished } from 'vitest'
import * as z from 'zod'
import { AgentProvider } from '../src/agent/agent-provider.tsx'
import type { Until } from '../src/settle/until.ts'
import { useTool } from '../src/tools/use-tool.ts'

/** The parameters of the tool that invites a guest. */
export const guest = z.object({ name: z.string() })

const names = ['B', 'C', 'D', 'E', 'F']

/** The reply that invites five guests in one message. */
export const five: Reply = calls(...names.map((name) => call('invite', { name })))

/** The text of a page that has lost none of them. */
export const all: string = ['Ada', ...names].join()

/** Registers a tool whose handler closes over the guests of its render. */
export function useInvite(
  guests: readonly string[],
  set: (guests: string[]) => void,
  name: string = 'invite',
  effect: Effect = 'write',
): void {
  useTool({
    name,
    description: 'Invites a guest.',
    parameters: guest,
    effect,
    handler: (args) => set([...guests, args.name]),
  })
}

/** Shows the guests. */
export const show = (guests: readonly string[]): ReactElement => <output>{guests.join()}</output>

/** Returns the text of a guest list of the page. */
export const shown = (at: number = 0): string | undefined =>
  document.querySelectorAll('output')[at]?.textContent ?? undefined

/** Renders a page in a root of its own, without a test tool around React. */
export async function openPage(agent: Agent, Page: ComponentType, until?: Until): Promise<void> {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => root.unmount())
  const { version } = agent.scopes.getState()
  root.render(
    <AgentProvider agent={agent} until={until}>
      <Page />
    </AgentProvider>,
  )
  await expect.poll(() => agent.scopes.getState().version).toBeGreaterThan(version)
}
