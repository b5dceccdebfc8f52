import { type Agent, createAgent } from '@ambit/core'
import { call, calls, type ScriptedModel, scriptedModel } from '@ambit/testing'
import { type ComponentType, type ReactElement, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { AgentProvider } from '../src/agent/agent-provider.tsx'
import { AgentScope } from '../src/tools/use-scope.tsx'
import { useTool } from '../src/tools/use-tool.ts'
import type { Until } from '../src/settle/until.ts'
import { untilIdle } from './until-idle.ts'

/** The end of an agent's wait for the page. */
export interface Settled {
  readonly ok: boolean
  readonly why: string
}

/** A rendered page, and its agent. */
export interface SettlePage {
  readonly agent: Agent
  readonly model: ScriptedModel
  readonly root: Root
  /** Sends a message whose answer is a call of `go`, and then a text. */
  chat(): Promise<Settled[]>
  /** Whether the last request carried the tool and the context of `Arrived`. */
  hasArrived(): boolean
}

/** The options of `renderSettlePage`. */
export interface SettlePageOptions {
  readonly until?: Until | undefined
  /** The bound of the agent's wait, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined
  readonly isStrict?: boolean | undefined
  /** Renders something around the provider. Default: nothing. */
  readonly around?: ((app: ReactElement) => ReactElement) | undefined
  /** Renders something in the provider, around the page. Default: nothing. */
  readonly within?: ((page: ReactElement) => ReactElement) | undefined
}

const asItIs = (page: ReactElement): ReactElement => page

/** Renders a page with an agent as an app does it: no test tool wraps React. */
export async function renderSettlePage(
  Page: ComponentType,
  options: SettlePageOptions = {},
): Promise<SettlePage> {
  const { until, timeoutMs = 10_000, isStrict = false, around = asItIs, within = asItIs } = options
  const model = scriptedModel(Array.from({ length: 50 }, () => [calls(call('go')), 'Done']).flat())
  const agent = createAgent({ model, settle: timeoutMs })
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

/** Resolves once the tool of the page is registered and the effects have run. */
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
  await untilIdle()
}

/** Shows the place that `go` leads to: it has a tool and a context. */
export function Arrived(): ReactElement {
  useTool({ name: 'arrived', description: 'Is there.', handler: () => true })
  return (
    <AgentScope name="there" context={() => 'You are there'}>
      <p>There</p>
    </AgentScope>
  )
}

/** Registers the tool that changes the page. */
export function useGo(handler: () => unknown): void {
  useTool({ name: 'go', description: 'Goes there.', handler })
}
