import { checkOptions } from '@ambit/core'
import { useAgent } from '@ambit/react'
import { useEffect, useRef } from 'react'
import { type ExposeOptions, exposeTools } from '../webmcp/expose-tools.ts'
import { type WebMcpScopeOptions, webmcpScope } from '../webmcp/webmcp-scope.ts'

/** The options of {@link useWebMcp}. */
export interface WebMcpOptions {
  /** Offers the agent's tools to the browser's agent. False offers none. Default true. */
  readonly expose?: boolean | ExposeOptions | undefined
  /** Gives the agent the tools of other parts of the page. Default false. */
  readonly scope?: boolean | WebMcpScopeOptions | undefined
}

/**
 * Connects the agent of the nearest `AgentProvider` with the browser's WebMCP, while the component
 * is mounted. Functions among the options are the latest ones. Does nothing where the browser has
 * no WebMCP.
 */
export function useWebMcp(options: WebMcpOptions = {}): void {
  checkOptions('`useWebMcp`', options, { expose: ':boolean :object', scope: ':boolean :object' })
  const { agent } = useAgent()
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const { expose = true, scope = false } = options
  // Functions are not part of the text, so a new function connects nothing anew.
  const exposing = expose && JSON.stringify(expose)
  const taking = scope && JSON.stringify(scope)
  useEffect(() => {
    if (!exposing) return
    const given = toObject<ExposeOptions>(latest.current.expose)
    return exposeTools(agent, {
      ...given,
      tools: (...at) => toObject<ExposeOptions>(latest.current.expose).tools?.(...at) ?? true,
    })
  }, [agent, exposing])
  useEffect(() => {
    if (!taking) return
    const given = (): WebMcpScopeOptions => toObject(latest.current.scope)
    try {
      return webmcpScope(agent, {
        ...given(),
        tools: (tool) => given().tools?.(tool) ?? true,
        effect: (tool) => given().effect?.(tool),
      })
    } catch (error) {
      return agent.scopes.leaveOut('scope of WebMCP', error)
    }
  }, [agent, taking])
}

const toObject = <Options extends object>(given: boolean | Options | undefined): Options =>
  typeof given === 'object' ? given : ({} as Options)
