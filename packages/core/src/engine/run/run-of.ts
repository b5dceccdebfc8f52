import type { RunCore } from './run-core.ts'

/** Where a tool's context keeps its run. */
export const runOfContext: unique symbol = Symbol('run')

/** The run a context belongs to, so that runs started with it as `parent` join that. */
export const runOf = (context: object | undefined): RunCore | undefined =>
  context && runOfContext in context ? (context[runOfContext] as RunCore) : undefined
