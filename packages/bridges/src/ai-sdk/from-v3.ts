import type {
  LanguageModelV3,
  LanguageModelV3Content,
  LanguageModelV3StreamPart,
  LanguageModelV4,
  LanguageModelV4Content,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import { toBase64 } from '@ambit/protocol'

/**
 * Makes a model of the specification v3, that of the AI SDK 6, into one that an agent takes. Such
 * are the models over the Prompt API of browsers, as `@browser-ai/core`.
 *
 * The prompt's files are given in the older form, and the model's files in the newer one. All else
 * is the same in both. A file that is only known to a provider by a reference has no older form,
 * and is left out. An option that is newer than the model, such as `reasoning`, changes nothing.
 *
 * @example
 * createAgent({ model: fromV3(browserAI('text')) })
 */
export function fromV3(model: LanguageModelV3): LanguageModelV4 {
  const toV3 = ({ prompt, ...options }: Parameters<LanguageModelV4['doStream']>[0]) =>
    ({ ...options, prompt: toPrompt(prompt) }) as unknown as Parameters<
      LanguageModelV3['doStream']
    >[0]
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    get supportedUrls() {
      return model.supportedUrls
    },
    async doGenerate(options) {
      const { content, ...result } = await model.doGenerate(toV3(options))
      return { ...result, content: content.map(toV4) as LanguageModelV4Content[] } as never
    },
    async doStream(options) {
      const { stream, ...result } = await model.doStream(toV3(options))
      const parts = new TransformStream<LanguageModelV3StreamPart, LanguageModelV4StreamPart>({
        transform: (part, to) => to.enqueue(toV4(part) as LanguageModelV4StreamPart),
      })
      return { ...result, stream: stream.pipeThrough(parts) } as never
    },
  }
}

type FileData = { readonly type: string; readonly [field: string]: unknown }

/** A part of a prompt, of which files and results have another form in v3. */
interface Part {
  readonly type: string
  readonly data?: unknown
  readonly output?: unknown
}

const toPrompt = (prompt: LanguageModelV4Prompt): unknown =>
  prompt.map((message) =>
    message.role === 'system'
      ? message
      : { ...message, content: (message.content as readonly Part[]).flatMap(toPart) },
  )

function toPart(part: Part): unknown[] {
  if (part.type === 'file') {
    const { type, data, url, text } = part.data as FileData
    if (type === 'reference') return []
    return type === 'text' ? [{ type: 'text', text }] : [{ ...part, data: data ?? url }]
  }
  const { type, value } = Object(part.output) as { type?: unknown; value?: unknown }
  if (part.type !== 'tool-result' || type !== 'content') return [part]
  return [{ ...part, output: { type, value: (value as readonly Part[]).flatMap(toResultPart) } }]
}

function toResultPart({ type, ...rest }: Part): unknown[] {
  if (type !== 'file') return [{ type, ...rest }]
  const { data: given, ...fields } = rest
  const { type: kind, data, url, text } = given as FileData
  if (kind === 'text') return [{ type: 'text', text }]
  if (kind === 'url') return [{ ...fields, type: 'file-url', url: String(url) }]
  return kind === 'data'
    ? [{ ...fields, type: 'file-data', data: data instanceof Uint8Array ? toBase64(data) : data }]
    : []
}

/** Returns a part of an answer. Only a file has another form. */
const toV4 = (part: LanguageModelV3Content | LanguageModelV3StreamPart): unknown =>
  part.type === 'file' ? { ...part, data: { type: 'data', data: part.data } } : part
