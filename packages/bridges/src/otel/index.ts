export { genAi } from './gen-ai.ts'
export { traceAgent, traceHeaders } from './trace-agent.ts'
export type { TraceAgentOptions } from './trace-options.ts'
export { type TracedEntry, traceProxy } from './trace-proxy.ts'
