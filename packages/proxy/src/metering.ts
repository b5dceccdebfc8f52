// What only proxies with limits or a log need, in one file to load.
export { countParts } from './count-parts.ts'
export { reserveCall } from './reserve-call.ts'
