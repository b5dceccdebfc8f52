'use client'

// The reasons: decisions/0043.
export { AmbitDevtools, tanstackDevtoolsPlugin } from './empty.tsx'
export type { AmbitDevtoolsProps } from './devtools.tsx'
export type { TanstackDevtoolsOptions, TanstackDevtoolsPlugin } from './tanstack.tsx'
