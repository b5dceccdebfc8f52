import { type Agent, AgentError } from '@ambit/core'
import { useProvidedAgent } from '@ambit/react'
import { type ReactElement, useEffect } from 'react'
import { isProduction } from './is-production.ts'
import { opener } from './opener.ts'
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
 * is: the panel is an element of its own at the end of the page, and its code is loaded when it
 * opens.
 *
 * Throws `AgentError` in a production build without `force`, and without an agent.
 */
export function AmbitDevtools({ agents, ...rest }: AmbitDevtoolsProps): ReactElement {
  if (isProduction() && !rest.force) {
    throw new AgentError(
      'The devtools are in a production build, where everyone can read the prompts of the agent. Import them from `@ambit/devtools`, which is empty in production, or set `force`.',
    )
  }
  return agents ? <Watching agents={agents} {...rest} /> : <OfProvider {...rest} />
}

function OfProvider(props: AmbitDevtoolsProps): ReactElement {
  const agent = useProvidedAgent('AmbitDevtools')
  return <Watching agents={[agent]} {...props} />
}

function Watching({ agents = [], models, defaultOpen = false }: AmbitDevtoolsProps): null {
  // Each agent is watched once, in whichever array it comes.
  useEffect(() => {
    const removes = agents.map((agent) => opener.watch(agent))
    return () => removes.forEach((remove) => remove())
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, agents)
  useEffect(() => {
    if (models) offeredModels.offer(models)
  }, [models])
  useEffect(() => opener.listen(), [])
  useEffect(() => {
    if (defaultOpen) opener.open()
  }, [defaultOpen])
  return null
}
