import { encodeEvent, type WireError } from '@ambit/protocol'
import type { EndpointName } from './endpoint.ts'

/** The name of a status in the errors of each provider: OpenAI, Anthropic, Google. */
const names: Readonly<
  Record<number, readonly [openai: string, anthropic: string, google: string]>
> = {
  400: ['invalid_request_error', 'invalid_request_error', 'INVALID_ARGUMENT'],
  429: ['rate_limit_error', 'rate_limit_error', 'RESOURCE_EXHAUSTED'],
  503: ['server_error', 'overloaded_error', 'UNAVAILABLE'],
  504: ['server_error', 'timeout_error', 'DEADLINE_EXCEEDED'],
}

/**
 * Writes an error as the event of an endpoint, so that its official clients throw it. For a stream
 * that began before the error.
 */
export function toErrorEvent(endpoint: EndpointName, error: WireError): string {
  const { message, code, status = 500, retryAfterMs } = error
  const [openai, anthropic, google] = names[status] ?? ['server_error', 'api_error', 'INTERNAL']
  switch (endpoint) {
    case 'anthropicMessages':
      return named({ type: 'error', error: { ...error, type: anthropic } })
    case 'googleGenerate':
      return encodeEvent(
        JSON.stringify({
          error: {
            code: status,
            message,
            status: google,
            ...(retryAfterMs !== undefined && { details: [retryInfo(retryAfterMs)] }),
          },
        }),
      )
    case 'openaiResponses': {
      const details = { ...error, type: openai, param: null }
      return named({
        type: 'error',
        sequence_number: 0,
        code,
        message,
        param: null,
        error: details,
      })
    }
    default:
      return encodeEvent(JSON.stringify({ error: { ...error, type: openai, param: null } }))
  }
}

const named = (data: object): string => `event: error\n${encodeEvent(JSON.stringify(data))}`

/** Writes the time to wait as Google does in its errors. */
const retryInfo = (retryAfterMs: number): object => ({
  '@type': 'type.googleapis.com/google.rpc.RetryInfo',
  retryDelay: `${Math.ceil(retryAfterMs / 1000)}s`,
})
