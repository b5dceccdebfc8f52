'use client'

// The same in every build. The entry `.` is empty outside of development.
export { AmbitDevtools, type AmbitDevtoolsProps } from './devtools.tsx'
export {
  tanstackDevtoolsPlugin,
  type TanstackDevtoolsOptions,
  type TanstackDevtoolsPlugin,
} from './tanstack.tsx'
