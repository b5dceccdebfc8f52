import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'

const words = 'x'.repeat(220)
const chunk = (fields: object) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, ...fields }] })}\n\n`
const events = [
  ...Array.from({ length: 12 }, () => chunk({ delta: { content: words } })),
  chunk({ delta: {}, finish_reason: 'stop' }),
  'data: [DONE]\n\n',
]

// Serves a provider on loopback. It answers with about 4 kB in 14 events, and for `idle` with one
// event and then silence.
const server = createServer((incoming, outgoing) => {
  let body = ''
  incoming.setEncoding('utf8').on('data', (text: string) => (body += text))
  incoming.on('end', () => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    if (body.includes('"content":"idle"')) return void outgoing.write(events[0])
    for (const event of events) outgoing.write(event)
    outgoing.end()
  })
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.on('disconnect', () => void setTimeout(0).then(() => process.exit()))
