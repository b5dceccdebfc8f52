import { indexedDbStorage } from 'ambit/storage'
import { type Agent, createAgent, type MessageInput } from 'ambit'
import { scriptedModel } from '@ambit/testing'
import type { LargeStep } from './large-steps.ts'

const kilobyte = 'A sentence of a conversation. '.repeat(32)

/** Returns photos as base64 text, each another one. */
const toPhotos = (count: number, bytes: number): string[] =>
  Array.from({ length: count }, (_, nth) => {
    const part = new Uint8Array(48 * 1_024)
    for (let at = 0; at < part.length; at += 16_384) {
      crypto.getRandomValues(part.subarray(at, at + 16_384))
    }
    part[0] = nth
    return btoa(String.fromCharCode(...part.subarray(0, 24_576))).repeat(Math.ceil(bytes / 24_576))
  })

const toConversation = (count: number, photos: readonly string[]): MessageInput[] =>
  Array.from({ length: count }, (_, nth): MessageInput => {
    const every = Math.floor(count / Math.max(1, photos.length))
    const data = photos[nth / every]
    if (data !== undefined) {
      const photo = { type: 'image', data, mediaType: 'image/jpeg' } as const
      return { role: 'user', content: [{ type: 'text', text: kilobyte }, photo] }
    }
    return { role: nth % 2 ? 'assistant' : 'user', content: kilobyte }
  })

/**
 * Makes a file of a conversation with photos, and returns a function that does one step with it.
 * The function resolves with the milliseconds of the step.
 */
export async function createLarge(
  count: number,
  photoCount: number,
  photoBytes: number,
): Promise<(step: LargeStep) => Promise<number>> {
  const storage = indexedDbStorage({ name: 'large' })
  const load = (session: string): Agent =>
    createAgent({ model: scriptedModel(['One', 'Two', 'Three']), storage, session })
  const file = { messages: toConversation(count, toPhotos(photoCount, photoBytes)) }
  const { sessions } = load('new')
  await sessions.list()
  const agent = load('new')
  await agent.sessions.opening
  const other = load('new')
  await other.sessions.opening
  let id = ''
  const steps: Record<LargeStep, () => Promise<unknown>> = {
    import: async () => (id = await sessions.import(file)),
    open: () => agent.sessions.open(id),
    'first chat': () => agent.chat('Hello').result,
    'second chat': () => agent.chat('Hello').result,
    'older messages': async () => {
      await other.sessions.open(id)
      while (other.sessions.getState().hasOlder) await other.sessions.loadOlder()
    },
    export: () => sessions.export(id),
    delete: () => sessions.delete(id),
  }
  return async (step) => {
    const startedAt = performance.now()
    await steps[step]()
    return performance.now() - startedAt
  }
}
