export { type NodeListener, toNodeListener } from './node/to-node-listener.ts'
