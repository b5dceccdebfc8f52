export { genAi, genAiVersion } from './gen-ai.ts'
export { traceAgent, type TraceAgentOptions, traceHeaders } from './trace-agent.ts'
export { type TracedEntry, traceProxy } from './trace-proxy.ts'
