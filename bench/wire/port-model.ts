import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Script } from './script.ts'

/**
 * Creates a model at the AI SDK's port. It returns a script's parts, and it neither writes a
 * request nor reads bytes.
 */
export function createPortModel({ parts }: Script): LanguageModelV4 {
  let requests = 0
  return {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: 'port',
    supportedUrls: {},
    doStream: () => {
      const answer = parts[requests++ % parts.length] ?? []
      const stream = new ReadableStream({
        start(controller) {
          for (const part of answer) controller.enqueue(part)
          controller.close()
        },
      })
      return Promise.resolve({ stream })
    },
    doGenerate: () => Promise.reject(new Error('Every contestant streams.')),
  }
}
