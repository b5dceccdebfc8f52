import { type Agent, createAgent } from '@ambit/core'
import { call, calls, type ScriptedModel, scriptedModel } from '@ambit/testing'
import { type ComponentType, type ReactElement, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { AgentProvider } from '../agent-provider.tsx'
import { ScopeProvider } from '../tools/scope-provider.tsx'
import { useTool } from '../tools/use-tool.ts'
import { idle } from './idle.ts'
import type { Until } from './until.ts'

/** How an agent's wait for the page ended. */
export interface Settled {
  readonly ok: boolean
  readonly why: string
}

export interface Visit {
  readonly agent: Agent
  readonly model: ScriptedModel
  readonly root: Root
  /** Sends a message whose answer is a call of `go`, and then a text. */
  chat(): Promise<Settled[]>
  /** Whether the last request carried the tool and the context of `Arrived`. */
  hasArrived(): boolean
}

export interface VisitOptions {
  readonly until?: Until | undefined
  readonly timeoutMs?: number | undefined
  readonly isStrict?: boolean | undefined
  /** What stands around the provider, and what in it around the page. Default: nothing. */
  readonly around?: ((app: ReactElement) => ReactElement) | undefined
  readonly within?: ((page: ReactElement) => ReactElement) | undefined
}

const asItIs = (page: ReactElement): ReactElement => page

/** A page with an agent, rendered as an app renders it: nothing of a test is around React. */
export async function visit(Page: ComponentType, options: VisitOptions = {}): Promise<Visit> {
  const { until, timeoutMs = 10_000, isStrict = false, around = asItIs, within = asItIs } = options
  const model = scriptedModel(Array.from({ length: 50 }, () => [calls(call('go')), 'Done']).flat())
  const agent = createAgent({ model, settle: { timeoutMs } })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const page = around(
    <AgentProvider agent={agent} until={until}>
      {within(<Page />)}
    </AgentProvider>,
  )
  root.render(isStrict ? <StrictMode>{page}</StrictMode> : page)
  await untilRegistered(agent)
  return {
    agent,
    model,
    root,
    async chat() {
      const run = agent.chat('Go')
      await run
      return run.events.filter((event) => event.type === 'agent:settled')
    },
    hasArrived() {
      const request = model.requests.at(-1)
      const hasTool = request?.tools?.some(({ name }) => name === 'arrived') ?? false
      return hasTool && JSON.stringify(request?.prompt).includes('You are there')
    },
  }
}

/** Resolves once the page has its tool, and its effects are run. */
async function untilRegistered(agent: Agent): Promise<void> {
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (!agent.scopes.find('go')) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = agent.scopes.subscribe(check)
    check()
  })
  await idle()
}

/** Where a page is to come to: a tool, and a context. */
export function Arrived(): ReactElement {
  useTool({ name: 'arrived', description: 'Is there.', handler: () => true })
  return (
    <ScopeProvider name="there" context={() => 'You are there'}>
      <p>There</p>
    </ScopeProvider>
  )
}

/** Registers the tool that changes the page. */
export function useGo(handler: () => unknown): void {
  useTool({ name: 'go', description: 'Goes there.', handler })
}
