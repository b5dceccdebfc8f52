import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/** One step of a scripted answer. */
export type Step =
  | { readonly write: string | Uint8Array }
  /**
   * A wait until the client has shown this much. Without it, a reset would lose bytes that the
   * client has not read.
   */
  | { readonly untilShown: Shown }
  /** A cut in the middle of the body: `close` sends a FIN, `reset` a RST. */
  | { readonly cut: 'close' | 'reset' }

/** The parts of a message that a user can see. */
export interface Shown {
  readonly text: string
  readonly input: string
}

/** One scripted answer. Without a cut its body ends correctly. */
export interface Reply {
  /** The status. Default: 200. */
  readonly status?: number | undefined
  /** The headers, added to `content-type: text/event-stream`, which they can replace. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body: readonly Step[]
  /** True to cut the connection before the first byte. */
  readonly refuses?: boolean | undefined
}

/** A server on loopback that answers each request with the next reply of its script. */
export class FaultServer {
  /** The JSON bodies of the requests, in order. */
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

  /** Clears the state, and loads a new script. */
  load(script: readonly Reply[]): void {
    this.#script = [...script]
    this.requests.length = 0
    this.#shown = { text: '', input: '' }
  }

  /** Adds a reply to the end of the script. */
  add(reply: Reply): void {
    this.#script.push(reply)
  }

  /** The number of replies that no request has used. */
  get unused(): number {
    return this.#script.length
  }

  /** Reports what the client shows now. */
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
    // Each request has a new connection, so that a cut does not affect the next one.
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
