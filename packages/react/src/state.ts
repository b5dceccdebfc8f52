'use client'

export { type AgentStateOptions, useAgentState } from './agent-state/use-agent-state.ts'
