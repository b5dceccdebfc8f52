/** The answer to one request: the bytes of an event stream, in the pieces in which they arrive. */
export type Body = readonly Uint8Array[]

/** The number of events after which one is cut. */
const cutEvery = 8

/**
 * Returns events as bytes, one in a chunk, as a page gets them that keeps up with a model. Now and
 * then an event is cut in the middle.
 */
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

/**
 * Creates a `fetch` that answers its first request with the first body, and so on. Each answer is a
 * real `Response`, which can be read without waiting.
 */
export function createScriptedFetch(bodies: readonly Body[]): typeof fetch {
  let requests = 0
  return (_input, init) => {
    const body = bodies[requests++]
    if (!body || typeof init?.body !== 'string') {
      return Promise.reject(new Error('A request too many, or one without a JSON body.'))
    }
    // The value is used, so that no work is optimised away.
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
