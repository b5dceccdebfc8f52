import { checkOptions } from '@ambit/core'
import type { Agent } from '@ambit/core'
import type { ReactElement } from 'react'
import { opener } from './opener.ts'
import { refuseProduction } from './refuse-production.ts'

/** A plugin of `@tanstack/react-devtools`, and of `@tanstack/devtools` without React. */
export interface TanstackDevtoolsPlugin {
  /** `ambit`: one plugin shows all agents of the page. */
  readonly id: string
  /** The name of the tab in TanStack Devtools. */
  readonly name: string
  /** Fills an element of TanStack Devtools, in their theme. */
  readonly render: (
    element: HTMLElement,
    props: { readonly theme: 'light' | 'dark' },
  ) => ReactElement
  /** Empties it. */
  readonly destroy: () => void
}

/** The options of `tanstackDevtoolsPlugin`. */
export interface TanstackDevtoolsOptions {
  /** True to allow the panel in a production build, as in `AmbitDevtools`. Default false. */
  readonly force?: boolean | undefined
}

/**
 * Creates a plugin that shows the panel in TanStack Devtools. It shows the agents that
 * `AmbitDevtools` watches, and `agent`, which is watched from now on until the page is left. The
 * code of the panel is loaded when its tab opens.
 *
 * Throws `AgentError` in a production build without `force`.
 */
export function tanstackDevtoolsPlugin(
  agent?: Agent,
  options: TanstackDevtoolsOptions = {},
): TanstackDevtoolsPlugin {
  checkOptions('`tanstackDevtoolsPlugin`', options, { force: '' })
  refuseProduction(options.force)
  // A server that renders the page shows nothing.
  if (agent && typeof document !== 'undefined') opener.watch(agent)
  return { id: 'ambit', name: 'Ambit', render, destroy }
}

/** The panels in TanStack Devtools, and how to end each. A plugin may be created at each render. */
const panels = new Map<HTMLElement, () => void>()

function render(
  element: HTMLElement,
  { theme }: Parameters<TanstackDevtoolsPlugin['render']>[1],
): ReactElement {
  const found = [...panels.keys()].find((host) => host.parentElement === element)
  const host = found ?? element.appendChild(document.createElement('div'))
  host.style.colorScheme = theme
  if (!found) void fill(host)
  return <></>
}

async function fill(host: HTMLElement): Promise<void> {
  panels.set(host, () => undefined)
  try {
    const { mount } = await import('./panel/mount.tsx')
    if (panels.has(host)) panels.set(host, mount(host, opener.shown))
  } catch (error) {
    panels.delete(host)
    console.error('[ambit] The devtools could not be loaded. The page works without.', error)
  }
}

function destroy(): void {
  for (const [host, remove] of panels) {
    remove()
    host.remove()
  }
  panels.clear()
}
