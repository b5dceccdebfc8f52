export { ambit } from './vite/ambit.ts'
export { ambitProxy } from './vite/ambit-proxy.ts'
