import type { ModelCall } from '@ambit/protocol'
import { efforts } from './model-table.ts'
import {
  boolean,
  integer,
  invalid,
  json,
  list,
  number,
  object,
  oneOf,
  record,
  type Shape,
  string,
  variant,
} from './shape.ts'

/** The most messages of a call. */
export const maxMessages = 2000

/** The most tools of a call. */
export const maxTools = 256

/** The most texts that end an answer. Providers take some dozens at most. */
const maxStops = 256

const providerOptions = record(record(json))
const metadata = { providerOptions }

/** Accepts the URL of a file. Providers fetch it, so it needs a scheme that pages can load too. */
const fileUrl: Shape = (value, path) => {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  if (!url || !['https:', 'http:', 'data:'].includes(url.protocol)) {
    throw invalid(path, 'an https, http or data URL')
  }
  return url
}

const fileData = variant('type', {
  data: object({ data: string }),
  url: object({ url: fileUrl }, { originalUrl: string }),
  text: object({ text: string }),
})

const text = object({ text: string }, metadata)
const file = object({ data: fileData, mediaType: string }, { filename: string, ...metadata })
const custom = object({ kind: string }, metadata)

const output = variant('type', {
  text: object({ value: string }, metadata),
  json: object({ value: json }, metadata),
  'execution-denied': object({}, { reason: string, ...metadata }),
  'error-text': object({ value: string }, metadata),
  'error-json': object({ value: json }, metadata),
  content: object({
    value: list(variant('type', { text, file, custom: object({}, metadata) })),
  }),
})

const toolCall = object(
  { toolCallId: string, toolName: string, input: json },
  { providerExecuted: boolean, ...metadata },
)
const toolResult = object({ toolCallId: string, toolName: string, output }, metadata)
const approval = object({ approvalId: string, approved: boolean }, { reason: string, ...metadata })

const message = variant('role', {
  system: object({ content: string }, metadata),
  user: object({ content: list(variant('type', { text, file })) }, metadata),
  assistant: object(
    {
      content: list(
        variant('type', {
          text,
          file,
          custom,
          reasoning: text,
          'reasoning-file': file,
          'tool-call': toolCall,
          'tool-result': toolResult,
        }),
      ),
    },
    metadata,
  ),
  tool: object(
    {
      content: list(
        variant('type', { 'tool-result': toolResult, 'tool-approval-response': approval }),
      ),
    },
    metadata,
  ),
})

const tool = variant('type', {
  function: object(
    { name: string, inputSchema: record(json) },
    {
      description: string,
      inputExamples: list(object({ input: record(json) })),
      strict: boolean,
      ...metadata,
    },
  ),
  provider: object({ id: string, name: string, args: record(json) }),
})

const call = object(
  {
    modelId: string,
    options: object(
      { prompt: list(message, maxMessages) },
      {
        maxOutputTokens: integer(1),
        temperature: number,
        stopSequences: list(string, maxStops),
        topP: number,
        topK: number,
        presencePenalty: number,
        frequencyPenalty: number,
        responseFormat: variant('type', {
          text: object({}),
          json: object({}, { schema: record(json), name: string, description: string }),
        }),
        seed: number,
        tools: list(tool, maxTools),
        toolChoice: variant('type', {
          auto: object({}),
          none: object({}),
          required: object({}),
          tool: object({ toolName: string }),
        }),
        reasoning: oneOf('provider-default', ...efforts),
        providerOptions,
      },
    ),
  },
  { stableEnd: integer(0) },
)

/**
 * Parses a model call from the JSON of a request: the AI SDK's call options, version 4. Checks each
 * field and revives URLs. Leaves out everything else, such as `headers`, raw chunks, and references
 * to files that a provider stores.
 *
 * @throws ProxyError `invalid_request` that names the first invalid field.
 */
export const parseCall = (body: unknown): ModelCall => call(body, 'body') as ModelCall
