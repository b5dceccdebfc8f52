export { createProxy, type ProxyHandler } from './create-proxy.ts'
export type { ModelConfig, ModelRequest, ModelResolver, ModelsOption } from './model-table.ts'
export {
  defaultBasePath,
  type ProxyLogEntry,
  type ProxyOptions,
  type Subject,
} from './proxy-options.ts'
