import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { call, toParts } from '@ambit/testing'
import type { Sink } from '../../browser/page/conversation.ts'

/** A model that looks twice and answers. On demand its next answer comes through a sink. */
export interface LastingModel extends LanguageModelV4 {
  /** Resolves with the sink of the next answer. */
  readonly nextSink: () => Promise<Sink>
}

/** Creates the model. It keeps no request, so that nothing but the page grows. */
export function createLastingModel(): LastingModel {
  let onAsk: ((sink: Sink) => void) | undefined
  let made = 0
  return {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: 'bench',
    supportedUrls: {},
    nextSink: () => new Promise((resolve) => void (onAsk = resolve)),
    doStream({ prompt }) {
      const ask = onAsk
      onAsk = undefined
      if (ask) return Promise.resolve({ stream: throughSink(ask) })
      const since = prompt.length - 1 - prompt.findLastIndex(({ role }) => role === 'user')
      const reply =
        since < 4 ? { calls: [call('look', { lamp: ++made })] } : { text: `Lamp **${made}**.` }
      const parts = toParts(reply, () => `made${made}`)
      const stream = new ReadableStream<LanguageModelV4StreamPart>({
        start(controller) {
          for (const part of parts) controller.enqueue(part)
          controller.close()
        },
      })
      return Promise.resolve({ stream })
    },
    doGenerate: () => Promise.reject(new Error('The widget streams.')),
  }
}

/** Returns a stream with one text, which comes through the sink. */
function throughSink(ask: (sink: Sink) => void): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    start(controller) {
      const parts = toParts({ text: '' }, () => '')
      const end = parts.findIndex(({ type }) => type === 'text-end')
      for (const part of parts.slice(0, end)) controller.enqueue(part)
      ask({
        delta: (delta) => controller.enqueue({ type: 'text-delta', id: 'text', delta }),
        end() {
          for (const part of parts.slice(end)) controller.enqueue(part)
          controller.close()
        },
      })
    },
  })
}
