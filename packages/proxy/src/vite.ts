export { ambit } from './vite/ambit.ts'
export { ambitProxy, type AmbitProxyOptions } from './vite/ambit-proxy.ts'
