/** A request that an application sent to its back end. */
export interface Asked {
  readonly method: string
  /** What follows the address of the application, with the query. */
  readonly path: string
  readonly body: string
}

export interface Answer {
  readonly status?: number
  /** What is sent as JSON; nothing for an empty answer. */
  readonly body?: unknown
}

/** An application of others, as its npm package ships it. */
export interface ForeignApp {
  /** Returns the manifest of the package. */
  readonly manifest: () => string
  /** Returns where a path of the application lies in the package; undefined for no file. */
  readonly fileOf: (path: string) => string | undefined
  /** Returns the page, for an address that ends with a slash. `read` gives a file of the package. */
  readonly page: (address: string, read: (file: string) => string) => string
  /** Creates a back end, which keeps what it is told until the tests end. */
  readonly start: () => (asked: Asked) => Answer | undefined
}
