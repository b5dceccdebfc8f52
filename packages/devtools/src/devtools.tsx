import type { Agent } from '@ambit/core'
import { useProvidedAgent } from '@ambit/react'
import { type ReactElement, useEffect } from 'react'
import { opener } from './opener.ts'
import { refuseProduction } from './refuse-production.ts'
import { type Models, offeredModels } from './watch/offered-models.ts'

/** The props of `AmbitDevtools`. */
export interface AmbitDevtoolsProps {
  /** The agents to show. Default: the agent of the nearest `AgentProvider`. */
  readonly agents?: readonly Agent[] | undefined
  /** The models to choose among in the panel, by names for people. Default: none. */
  readonly models?: Models | undefined
  /** True to open the panel with the page. Default false. */
  readonly defaultOpen?: boolean | undefined
  /**
   * True to allow the panel in a production build, where everyone can read the prompts. Default
   * false.
   */
  readonly force?: boolean | undefined
}

/**
 * Watches agents while it is mounted, and opens a panel at Ctrl+Alt+A. Renders nothing where it
 * is. The panel is an element of its own at the end of the page, and its code is loaded when it
 * opens. Several on one page share one panel.
 *
 * Throws `AgentError` in a production build without `force`, and without an agent.
 */
export function AmbitDevtools({
  agents,
  models,
  defaultOpen = false,
  force,
}: AmbitDevtoolsProps): ReactElement {
  refuseProduction(force)
  useEffect(() => {
    if (models) offeredModels.offer(models)
  }, [models])
  useEffect(() => opener.listen(), [])
  useEffect(() => {
    if (defaultOpen) opener.open()
  }, [defaultOpen])
  // An agent that is there twice is watched once.
  return (
    <>{agents ? agents.map((agent, at) => <Watch key={at} agent={agent} />) : <OfProvider />}</>
  )
}

function OfProvider(): ReactElement {
  return <Watch agent={useProvidedAgent('AmbitDevtools')} />
}

function Watch({ agent }: { agent: Agent }): null {
  useEffect(() => opener.watch(agent), [agent])
  return null
}
