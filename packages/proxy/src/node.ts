export { createNodeFetch, type NodeFetchOptions } from './node/create-node-fetch.ts'
export { type NodeListener, toNodeListener } from './node/to-node-listener.ts'
