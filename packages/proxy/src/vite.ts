export { ambitProxy, type AmbitProxyOptions } from './vite/ambit-proxy.ts'
