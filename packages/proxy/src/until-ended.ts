import { ProxyError } from './proxy-error.ts'
import { untilAborted } from './until-aborted.ts'

/**
 * What `work` settles with, unless the request is ended first: then at once a rejection with the
 * proxy's own reason, or with `client_closed`.
 */
export async function untilEnded<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  try {
    return await untilAborted(work, signal)
  } catch (thrown) {
    throw signal.aborted ? endedBy(signal) : thrown
  }
}

/** The error for a request whose signal is aborted. */
export const endedBy = ({ reason }: AbortSignal): ProxyError =>
  reason instanceof ProxyError ? reason : new ProxyError('client_closed')
