import { metaKeys, toRecord } from './protocol.ts'
import { codes, RpcError } from './rpc-error.ts'

/** A list of the page that may change. */
export type ListName = 'tools' | 'resources'

/** The most subscriptions of one client. */
const maxSubscriptions = 20

/** The changes that a client has asked to be told of. */
export class Subscriptions {
  readonly #send: (message: object) => void
  /** True for a client of the revisions that tell of every change unasked. */
  tellsAll = false
  readonly #byId = new Map<unknown, ReadonlySet<ListName>>()

  constructor(send: (message: object) => void) {
    this.#send = send
  }

  /** Begins a subscription, and says so. Throws `RpcError` if there are too many. */
  add(id: unknown, notifications: unknown): void {
    if (this.#byId.size === maxSubscriptions) {
      throw new RpcError(codes.failed, `One client has at most ${maxSubscriptions} subscriptions.`)
    }
    const asked = toRecord(notifications)
    const lists = (['tools', 'resources'] as const).filter((list) => asked[`${list}ListChanged`])
    this.#byId.set(id, new Set(lists))
    const told = Object.fromEntries(lists.map((list) => [`${list}ListChanged`, true]))
    this.#notify('notifications/subscriptions/acknowledged', { notifications: told }, id)
  }

  /** Ends a subscription that the client no longer wants. */
  remove(id: unknown): void {
    this.#byId.delete(id)
  }

  /** Tells of a list that has changed. */
  tell(list: ListName): void {
    const method = `notifications/${list}/list_changed`
    if (this.tellsAll) this.#send({ jsonrpc: '2.0', method })
    for (const [id, lists] of this.#byId) if (lists.has(list)) this.#notify(method, {}, id)
  }

  /** Ends all subscriptions, each with its answer. */
  end(): void {
    this.tellsAll = false
    for (const id of this.#byId.keys()) {
      const result = { resultType: 'complete', _meta: { [metaKeys.subscription]: id } }
      this.#send({ jsonrpc: '2.0', id, result })
    }
    this.#byId.clear()
  }

  #notify(method: string, params: object, id: unknown): void {
    const meta = { [metaKeys.subscription]: id }
    this.#send({ jsonrpc: '2.0', method, params: { ...params, _meta: meta } })
  }
}
