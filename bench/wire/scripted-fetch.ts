/** What answers one request: the bytes of an event stream, in the pieces in which they arrive. */
export type Body = readonly Uint8Array[]

/** Every so many events one is cut. */
const cutEvery = 8

/** Events as bytes: one in a chunk, as a page that keeps up with a model gets them, and now and then a cut in the middle of one. */
export function toBody(events: readonly string[]): Body {
  const encoder = new TextEncoder()
  let rest = ''
  const chunks = events.map((data, at) => {
    const event = `data: ${data}\n\n`
    const end = at % cutEvery === cutEvery - 1 ? event.length >> 1 : event.length
    const chunk = rest + event.slice(0, end)
    rest = event.slice(end)
    return encoder.encode(chunk)
  })
  return rest ? [...chunks, encoder.encode(rest)] : chunks
}

let written = 0

/** A `fetch` that answers its first request with the first body, and so on: a real `Response`, read as fast as the reader asks. */
export function createScriptedFetch(bodies: readonly Body[]): typeof fetch {
  let requests = 0
  return (_input, init) => {
    const body = bodies[requests++]
    if (!body || typeof init?.body !== 'string') {
      return Promise.reject(new Error('A request too many, or one without a JSON body.'))
    }
    // Used, so that nothing is optimised away.
    written = (written + init.body.length) % 1_000_000
    let next = 0
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = body[next++]
        if (chunk) controller.enqueue(chunk)
        else controller.close()
      },
    })
    const headers = { 'content-type': 'text/event-stream' }
    return Promise.resolve(new Response(stream, { headers }))
  }
}
