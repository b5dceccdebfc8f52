import type { Agent } from '@ambit/core'
import type { AmbitDevtoolsProps } from './devtools.tsx'
import type { TanstackDevtoolsOptions, TanstackDevtoolsPlugin } from './tanstack.tsx'

/** Renders nothing: the devtools of a production build. */
export const AmbitDevtools = (_props: AmbitDevtoolsProps): null => null

/** Creates a plugin that shows nothing: the devtools of a production build. */
export const tanstackDevtoolsPlugin = (
  _agent?: Agent,
  _options?: TanstackDevtoolsOptions,
): TanstackDevtoolsPlugin => ({
  id: 'ambit',
  name: 'Ambit',
  render: () => <></>,
  destroy: () => undefined,
})
