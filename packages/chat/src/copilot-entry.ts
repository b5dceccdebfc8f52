'use client'

export { Copilot } from './copilot.tsx'
export type { CopilotProps } from './opening/late-copilot.tsx'
