import { describe, expect, it } from 'vitest'
import { change } from './codemod-change.ts'

/** Expects a change of a file, without places to look at. */
function expectChange(from: string, to: string): void {
  expect(change(from)).toEqual({ code: to, places: [] })
}

describe('the names of React', () => {
  it('are the new ones, where they are imported and where they are used', () => {
    expectChange(
      `
import { ScopeProvider, type ScopeProviderProps, settleOnReactRouter, useAgentEvents } from '@ambit/react'
import type { ToolRenderProps } from '@ambit/react'
import { settleOnQueries } from '@ambit/react/query'
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const until = [settleOnReactRouter(router), settleOnQueries(client)]
export const Part = ({ children, ...scope }: ScopeProviderProps) => {
  useAgentEvents('agent:failed', report)
  return <ScopeProvider {...scope}>{children}</ScopeProvider>
}
export type Card = (props: ToolRenderProps<{ id: string }>) => string
export { ScopeProvider, settleOnQueries as whenFetched }
export const all = { ScopeProvider, of: theirs.ScopeProvider }
`,
      `
import { AgentScope, type AgentScopeProps, reactRouter, useAgentEvent } from '@ambit/react'
import type { RenderProps } from '@ambit/react'
import { queries } from '@ambit/react/query'
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const until = [reactRouter(router), queries(client)]
export const Part = ({ children, ...scope }: AgentScopeProps) => {
  useAgentEvent('agent:failed', report)
  return <AgentScope {...scope}>{children}</AgentScope>
}
export type Card = (props: RenderProps<{ id: string }>) => string
export { AgentScope as ScopeProvider, queries as whenFetched }
export const all = { ScopeProvider: AgentScope, of: theirs.ScopeProvider }
`,
    )
  })

  it('of the body of `runAgent` leave room for those of React', () => {
    expectChange(
      `
import type { AgentScope } from '@ambit/core/code'
export { ToolView, type AgentPendingProps as Busy } from '@ambit/react'
export const body = (agent: AgentScope) => agent.tool('a', {}, run)
`,
      `
import type { RunScope } from '@ambit/core/code'
export { Call as ToolView, type PageBusyProps as Busy } from '@ambit/react'
export const body = (agent: RunScope) => agent.tool('a', {}, run)
`,
    )
  })

  it('keep their old ones in a file where something else has the new one', () => {
    expectChange(
      `
import { settleOnTanStackRouter as settled, ToolView } from '@ambit/react'
const Call = ({ id }) => <ToolView callId={id} />
`,
      `
import { tanstackRouter as settled, Call as ToolView } from '@ambit/react'
const Call = ({ id }) => <ToolView id={id} />
`,
    )
  })

  it('are those of Ambit, and not of something else in the file', () => {
    const code = `
import { ToolView } from './tool-view.tsx'
import { AgentPending } from 'elsewhere'
export const one = <ToolView part={<AgentPending />} />
`
    expectChange(code, code)
    expectChange(
      `
import { ToolView } from '@ambit/react'
export const of = (ToolView: Part) => ToolView.name
`,
      `
import { Call } from '@ambit/react'
export const of = (ToolView: Part) => ToolView.name
`,
    )
  })
})

describe('the functions of `useAgent()`', () => {
  it('are told of where they are taken or read', () => {
    const code = `
import { useAgent, type UseAgentResult } from '@ambit/react'
const { agent, send, status, edit: change } = useAgent()
const session = useAgent()
const { regenerate } = session
const again = <button onClick={() => session.retry()} onBlur={agent.retry} />
useAgent().answerCalls
const say: UseAgentResult['send'] = (input) => session.send(input)
const all = (result: UseAgentResult) => result.edit
`
    const { code: same, places } = change(code)
    expect(same).toBe(code)
    expect(places).toEqual([
      '3: `send` of `useAgent()` is `chat` now',
      '3: `edit(id, content)` of `useAgent()` is `chat(content, { replaces: id })` now',
      '5: `regenerate(id)` of `useAgent()` is `resume({ from: id })` now, with the id',
      '6: `retry()` of `useAgent()` is `resume()` now',
      '6: `retry()` of an agent is `resume()` now',
      '7: `answerCalls(results)` of `useAgent()` is `resume({ results })` now',
      '8: `send` of `useAgent()` is `chat` now',
      '9: `edit(id, content)` of `useAgent()` is `chat(content, { replaces: id })` now',
    ])
  })

  it('are no others where they are the verbs of an agent, or of something else', () => {
    expectChange(
      `
import { useAgent } from '@ambit/react'
const { agent, cancel, resume } = useAgent()
const { send } = useSocket()
const go = () => agent.retry()
`,
      `
import { useAgent } from '@ambit/react'
const { agent, cancel, resume } = useAgent()
const { send } = useSocket()
const go = () => agent.resume()
`,
    )
    const foreign = `chat.send('Hi')\nconst { retry } = useAgent()\n`
    expectChange(foreign, foreign)
  })
})
