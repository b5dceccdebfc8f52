export { hashSchema } from './check-tool.ts'
export { createProxy, type ProxyHandler } from './create-proxy.ts'
export type { ModelConfig, ModelRequest, ModelResolver, ModelsOption } from './model-table.ts'
export type { Timeouts } from './deadlines.ts'
export type { RouteGroup, Subject } from './exchange.ts'
export {
  type Charge,
  createMemoryStore,
  type LimitedCharge,
  type LimitStore,
} from './limits/limit-store.ts'
export type { WindowLimit } from './limits/counters.ts'
export { limits, type Limits, type LimitsOptions } from './limits/limits.ts'
export type { Price, Prices, TokenCount } from './limits/prices.ts'
export type { SpendingLedger, SpendingRow } from './limits/spending-ledger.ts'
export type { FailureCause } from './failure-cause.ts'
export type { ProxyLogEntry } from './proxy-log-entry.ts'
export type { McpServer } from './mcp/mcp-server.ts'
export { mcpServers } from './mcp/mcp-servers.ts'
export type { McpOAuth } from './mcp/oauth/mcp-oauth.ts'
export {
  createMemorySignIns,
  type MemorySignInsOptions,
  type SignInStore,
} from './mcp/oauth/sign-in-store.ts'
export { passThrough } from './pass-through/pass-through.ts'
export type { PassThroughRoute } from './pass-through/pass-through-route.ts'
export { createMemoryPrefixes, type MemoryPrefixesOptions } from './prefixes/memory-prefixes.ts'
export type { PrefixStore } from './prefixes/prefix-store.ts'
export { defaultBasePath, type ProxyOptions } from './proxy-options.ts'
export type { BreakerOptions } from './resilience/breaker.ts'
export { retries, type Retries, type RetriesOptions } from './resilience/retries.ts'
export { tokenAuth } from './token-auth.ts'
