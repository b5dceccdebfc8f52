'use client'

export { AmbitDevtools, type AmbitDevtoolsProps } from './devtools.tsx'
export {
  tanstackDevtoolsPlugin,
  type TanstackDevtoolsOptions,
  type TanstackDevtoolsPlugin,
} from './tanstack.tsx'
