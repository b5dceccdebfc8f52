/** The codes of errors that the server answers with. */
export const codes = {
  garbage: -32_700,
  badRequest: -32_600,
  unknownMethod: -32_601,
  badParams: -32_602,
  failed: -32_603,
  notAllowed: -32_000,
  noResource: -32_002,
  badVersion: -32_022,
} as const

/** An error that a client gets as the answer of a request. Its message is for that client. */
export class RpcError extends Error {
  readonly code: number
  readonly data: object | undefined

  constructor(code: number, message: string, data?: object) {
    super(message)
    this.code = code
    this.data = data
  }
}
