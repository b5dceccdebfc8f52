'use client'

export { type AgentStateOptions, useAgentState, useMemory } from '@ambit/react/state'
