import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/** What the scripted server does next while it answers. */
export type Step =
  | { readonly write: string | Uint8Array }
  /** Goes on once the client has shown this much: bytes that were not read yet are lost with a reset. */
  | { readonly untilShown: Shown }
  /** `close` is a FIN in the middle of the body, `reset` a RST. */
  | { readonly cut: 'close' | 'reset' }

/** What of a message a person can see. */
export interface Shown {
  readonly text: string
  readonly input: string
}

/** One scripted answer. Without a cut its body ends as HTTP wants it. */
export interface Reply {
  /** Default 200. */
  readonly status?: number | undefined
  /** Over `content-type: text/event-stream`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body: readonly Step[]
  /** Nothing is answered: the connection is cut before the first byte. */
  readonly refuses?: boolean | undefined
}

/** A server on loopback that answers each request with the next reply of its script. */
export class FaultServer {
  /** The JSON bodies it was sent, in order. */
  readonly requests: unknown[] = []
  #script: Reply[] = []
  #shown: Shown = { text: '', input: '' }
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Forgets what was, and takes a new script. */
  load(script: readonly Reply[]): void {
    this.#script = [...script]
    this.requests.length = 0
    this.#shown = { text: '', input: '' }
  }

  /** One more reply, for the request after those. */
  add(reply: Reply): void {
    this.#script.push(reply)
  }

  /** How many replies nobody asked for. */
  get unused(): number {
    return this.#script.length
  }

  /** Tells the server what the client shows by now. */
  show(shown: Shown): void {
    this.#shown = shown
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readText(request)
    if (request.url?.endsWith('/login')) {
      response.writeHead(200, { 'content-type': 'text/html', connection: 'close' })
      response.end('<!doctype html><title>Sign in</title>')
      return
    }
    this.requests.push(JSON.parse(body))
    const reply = this.#script.shift() ?? unscripted
    if (reply.refuses) {
      request.socket.resetAndDestroy()
      return
    }
    const { status = 200, headers } = reply
    // A connection of its own for each request: a cut must not reach the next one.
    response.writeHead(status, {
      'content-type': 'text/event-stream',
      ...headers,
      connection: 'close',
    })
    if (status !== 204) response.flushHeaders()
    for (const step of reply.body) {
      if ('write' in step) await write(response, step.write)
      else if ('untilShown' in step) await this.#untilShown(step.untilShown, response)
      else {
        await setImmediate()
        if (step.cut === 'reset') request.socket.resetAndDestroy()
        else request.socket.end()
        return
      }
    }
    response.end()
  }

  async #untilShown({ text, input }: Shown, { destroyed }: ServerResponse): Promise<void> {
    while (!destroyed && (this.#shown.text !== text || this.#shown.input !== input))
      await setImmediate()
  }
}

const unscripted: Reply = {
  status: 418,
  body: [{ write: '{"error":{"message":"not in the script"}}' }],
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function write(response: ServerResponse, bytes: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => void response.write(bytes, () => resolve()))
}
