'use client'

export { type AgentStateOptions, useAgentState } from '@ambit/react/state'
