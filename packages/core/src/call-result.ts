/**
 * The result of one call that a run with `toolMode: 'return'` gave to its caller, or the error of
 * the call.
 */
export type CallResult = {
  /** The `id` of the call, as in `result.calls`. */
  readonly callId: string
  /**
   * True if the result has text of third parties. Default: the option `untrusted` of the tool, if
   * the page has the tool.
   */
  readonly untrusted?: boolean | undefined
} & (
  | { readonly result: unknown; readonly error?: undefined }
  | { readonly error: unknown; readonly result?: undefined }
)
