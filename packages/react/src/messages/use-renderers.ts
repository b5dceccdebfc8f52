import { useContext, useEffect, useState } from 'react'
import { PlaceContext, useProvidedAgent } from '../agent/agent-context.ts'
import { registrarOf } from '../tools/registrar.ts'
import type { RendererOwner, ToolRenderer } from '../tools/render-props.ts'

/**
 * Gives tools that the page did not register by `useTool` a `render`, by their names: those of a
 * server, for example. A tool that has a `render` of another owner keeps it. Calls in the
 * conversation keep what they show when the component unmounts.
 */
export function useRenderers(renderers: Readonly<Record<string, ToolRenderer>>): void {
  const agent = useProvidedAgent('useRenderers')
  const { outlet } = useContext(PlaceContext)
  const [owner] = useState((): Owner => ({ outlet }))
  useEffect(() => {
    owner.isGone = false
    return () => void (owner.isGone = true)
  }, [owner])
  useEffect(() => {
    const registrar = registrarOf(agent)
    for (const [name, render] of Object.entries(renderers)) {
      const before = registrar.renderers.get(name)
      if (before && before.owner !== owner && !(before.owner as Owner).isGone) continue
      if (before?.render === render) continue
      registrar.setRenderer(name, {
        render,
        owner,
        validate: (args) => agent.scopes.find(name)?.tool.validate(args) ?? { value: args },
      })
    }
  }, [agent, owner, renderers])
}

interface Owner extends RendererOwner {
  /** True once it has unmounted: another one takes over its tools. */
  isGone?: boolean
}
