import { type Agent, checkOptions, type OptionNames } from '@ambit/core'
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
 * no WebMCP. With an option that does not exist, it is left out, and the page goes on.
 */
export function useWebMcp(options: WebMcpOptions = {}): void {
  const { agent } = useAgent()
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const { expose = true, scope = false } = options
  // Functions are not part of the text, so a new function connects nothing anew.
  const names = Object.keys(options)
  const exposing = expose && JSON.stringify([names, expose])
  const taking = scope && JSON.stringify([names, scope])
  useEffect(() => {
    if (!exposing) return
    return orLeaveOut(agent, 'offer to WebMCP', () => {
      checkOptions('`useWebMcp`', latest.current, known)
      return exposeTools(agent, {
        ...toObject<ExposeOptions>(latest.current.expose),
        tools: (...at) => toObject<ExposeOptions>(latest.current.expose).tools?.(...at) ?? true,
      })
    })
  }, [agent, exposing])
  useEffect(() => {
    if (!taking) return
    const given = (): WebMcpScopeOptions => toObject(latest.current.scope)
    return orLeaveOut(agent, 'scope of WebMCP', () => {
      checkOptions('`useWebMcp`', latest.current, known)
      return webmcpScope(agent, {
        ...given(),
        tools: (tool) => given().tools?.(tool) ?? true,
        effect: (tool) => given().effect?.(tool),
      })
    })
  }, [agent, taking])
}

/** The options, each with the kinds of its values. */
const known: OptionNames<WebMcpOptions> = {
  expose: ':boolean :object',
  scope: ':boolean :object',
}

/** Connects, and returns what ends that. If it throws, the page goes on without. */
function orLeaveOut(agent: Agent, what: string, connect: () => () => void): () => void {
  try {
    return connect()
  } catch (error) {
    return agent.scopes.leaveOut(what, error)
  }
}

const toObject = <Options extends object>(given: boolean | Options | undefined): Options =>
  typeof given === 'object' ? given : ({} as Options)
