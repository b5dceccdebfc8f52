import { Client as NewClient, type ClientOptions } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'

/** The client's end of a port or a socket, for the official clients. */
export class ClientTransport {
  onmessage?: (message: JSONRPCMessage) => void
  onclose?: () => void
  onerror?: (error: Error) => void
  readonly #send: (message: unknown) => void
  readonly #close: () => void
  /** Begins to give messages to `onmessage`. */
  readonly #begin: (give: (message: JSONRPCMessage) => void) => void

  constructor(
    send: (message: unknown) => void,
    begin: (give: (message: JSONRPCMessage) => void) => void,
    close: () => void,
  ) {
    this.#send = send
    this.#begin = begin
    this.#close = close
  }

  static ofPort(port: MessagePort): ClientTransport {
    const begin = (give: (message: JSONRPCMessage) => void): void => {
      port.addEventListener('message', ({ data }) => give(data as JSONRPCMessage))
      port.start()
    }
    return new ClientTransport(
      (message) => port.postMessage(message),
      begin,
      () => port.close(),
    )
  }

  start(): Promise<void> {
    this.#begin((message) => this.onmessage?.(message))
    return Promise.resolve()
  }

  send(message: unknown): Promise<void> {
    this.#send(message)
    return Promise.resolve()
  }

  close(): Promise<void> {
    this.#close()
    this.onclose?.()
    return Promise.resolve()
  }
}

const info = { name: 'desk', version: '1.0.0' }

/** Creates the official clients: of the revision 2025-11-25, and of 2026-07-28. */
export const newClient = (options: ClientOptions = {}): NewClient =>
  new NewClient(info, { versionNegotiation: { mode: 'auto' }, ...options })
export const oldClient = (): OldClient => new OldClient(info)
