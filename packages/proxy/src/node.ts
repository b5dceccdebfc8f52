export { nodeFetch } from './node/node-fetch.ts'
export { nodeListener } from './node/node-listener.ts'
