/** The tools that requests list, and how. */
export type * from '../../model/tool-list.ts'
export * from './deferred.ts'
export * from './digest.ts'
export * from './steady-tools.ts'
