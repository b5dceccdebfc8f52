'use client'

export { PageTools, pageTools } from './page-tools/page-tools.ts'
export type { PageAction } from './page-tools/acts.ts'
export type { PageActionTarget, PageToolsOptions } from './page-tools/used-page.ts'
