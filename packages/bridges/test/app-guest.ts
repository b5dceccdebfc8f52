import type { McpAppOptions } from '../src/mcp-apps/app-options.ts'

/** Returns the page of an app that runs a script with `ask`, `tell`, `start` and `report`. */
export const guest = (script: string): string => `<!doctype html><html><body>
<button>Inside</button><script>
let last = 0
const waiting = new Map(), heard = []
const post = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
const ask = (method, params = {}) => new Promise((resolve, reject) => {
  waiting.set(++last, { resolve, reject })
  post({ id: last, method, params })
})
const tell = (method, params = {}) => post({ method: 'ui/notifications/' + method, params })
const start = async () => {
  const info = { appInfo: { name: 'guest', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' }
  const found = await ask('ui/initialize', info)
  tell('initialized')
  return found
}
const report = (value) => ask('tools/call', { name: 'report', arguments: { value } })
const until = async (test) => { while (!test()) await new Promise((next) => setTimeout(next, 5)) }
onmessage = ({ data }) => {
  if (data.method) {
    heard.push([data.method, data.params])
    if (data.id !== undefined) post({ id: data.id, result: {} })
    return
  }
  const { resolve, reject } = waiting.get(data.id)
  data.error ? reject(data.error) : resolve(data.result)
}
const run = async () => { ${script} }
run().catch((error) => report('failed: ' + (error.message ?? error)))
</script></body></html>`

/** Returns options for an app, and what its script reports. */
export function subject(script: string, options: Partial<McpAppOptions> = {}) {
  const reports: unknown[] = []
  const given: McpAppOptions = {
    html: guest(script),
    tool: { name: 'show', inputSchema: { type: 'object' } },
    title: 'Show, app of Tickets',
    ...options,
    callTool: async (name, args, signal) => {
      if (name !== 'report') return (options.callTool ?? unexpected)(name, args, signal)
      reports.push(args['value'])
      return { content: [] }
    },
  }
  return { reports, options: given }
}

const unexpected = (name: string): never => {
  throw new Error(`There is no tool ${name}.`)
}
