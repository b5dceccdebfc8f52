import { createAgent, Tool } from 'ambit'
import { repair } from 'ambit/plugins'
import { call, scriptedModel } from '@ambit/testing'
import * as z from 'zod'

export const log: string[] = []
const track = new Tool({
  name: 'track', description: 'Track an event.', parameters: z.object({ what: z.string() }), result: { silent: true },
  handler: ({ what }, ctx) => ctx.artifact({ id: what, type: 'telemetry', data: { what } }),
})
const cite = new Tool({
  name: 'cite', description: 'Find a source.', parameters: z.object({ q: z.string() }),
  handler: ({ q }, ctx) => (ctx.artifact({ id: q, type: 'citation', title: q, data: { url: `https://x/${q}` } }), { found: 1 }),
})
const noted = { text: 'Noted.', calls: [call('track', { what: 'click' })] }
export const model = scriptedModel([call('cite', { q: 'a' }), 'not json', '{"title":"T","tags":["x"]}', noted])
export const agent = createAgent({ model, tools: [track, cite], on: { 'agent:completed': () => log.push('factory') } })
export const off = agent.on('agent:completed', () => log.push('instance'))
const on = { 'agent:completed': () => log.push('call') }
const output = z.object({ title: z.string(), tags: z.array(z.string()) })
const repairing = agent.with({ use: [repair({ maxAttempts: 1 })] })
export const write = (input: string) => repairing.execute(input, { output, sessionId: 'user_42_2026-05-12', on })
export async function* stream(run = agent.execute('Note it')) {
  for await (const event of run) if (event.type === 'agent:delta' && event.of === 'text') yield event.text
}
