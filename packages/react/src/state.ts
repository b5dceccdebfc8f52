'use client'

export { type AgentStateOptions, useAgentState } from './agent-state/use-agent-state.ts'
export { useMemory } from './memory/use-memory.ts'
