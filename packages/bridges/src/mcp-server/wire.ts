import { AgentError, isDeeper } from '@ambit/core'

/** A port of a `MessageChannel`, also where no library of the DOM names its type. */
type Port = InstanceType<typeof MessageChannel>['port1']

/** A MessagePort, or a WebSocket, that the application has opened. */
export type McpTransport = Port | WebSocket

/** The messages of a transport, as JSON values. */
export interface Wire {
  readonly send: (message: object) => void
  readonly close: () => void
}

/** The receivers of a wire's messages. */
export interface WireHandlers {
  readonly onMessage: (message: unknown) => void
  /** Called with the words for a message that is not JSON, or too long. */
  readonly onGarbage: (why: string) => void
  /** Called once, when the other side has closed the transport. */
  readonly onClose: () => void
}

/** The most characters of a message. */
const maxChars = 1_000_000

/**
 * Opens the wire of a transport. A port sends values, and a socket sends their JSON text.
 *
 * @throws AgentError for anything else.
 */
export function openWire(transport: McpTransport, handlers: WireHandlers): Wire {
  if (typeof (transport as Partial<Port> | undefined)?.addEventListener !== 'function') {
    throw new AgentError(
      'The transport is neither a MessagePort nor a WebSocket, so no client can reach the page. Give one.',
    )
  }
  const isPort = 'postMessage' in transport
  const read = ({ data }: MessageEvent<unknown>): void => {
    let message: unknown
    try {
      // A port can carry more than JSON, such as cycles.
      const text = isPort ? JSON.stringify(data) : String(data)
      if (text.length > maxChars) throw new RangeError(`It has over ${maxChars} characters.`)
      message = JSON.parse(text)
      if (isDeeper(message)) throw new RangeError('It has over 100 levels.')
    } catch (thrown) {
      handlers.onGarbage(thrown instanceof RangeError ? thrown.message : 'It is not JSON.')
      return
    }
    handlers.onMessage(message)
  }
  const target: EventTarget = transport
  target.addEventListener('message', read as EventListener)
  target.addEventListener('close', handlers.onClose)
  if (isPort) transport.start()
  return {
    // A port has no origin: it is given to one side only.
    send: (message) => (isPort ? transport.postMessage(message, []) : sendText(transport, message)),
    close: () => {
      target.removeEventListener('message', read as EventListener)
      target.removeEventListener('close', handlers.onClose)
      transport.close()
    },
  }
}

/** Sends on a socket. What is sent before it opens, or after its end, reaches nobody. */
function sendText(socket: WebSocket, message: object): void {
  if (socket.readyState === 1) socket.send(JSON.stringify(message))
}
