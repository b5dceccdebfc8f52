import { call, calls, flush, type Reply } from '@ambit/testing'
import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { Chat } from '@ai-sdk/react'
import type { UIMessage } from 'ai'
import { toUIMessages } from '../../src/ai-sdk/index.ts'
import { show, startChat } from './start-chat.ts'

/** The acts of a user. The next one follows in the next task, or when the chat is quiet. */
const act = fc.record({
  kind: fc.constantFrom(
    'send',
    'send',
    'regenerate',
    'regenerate older',
    'edit',
    'stop',
    'approve',
    'approve',
    'deny',
    'remount',
  ),
  isHasty: fc.boolean(),
})
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

const replies = Array.from({ length: 40 }, (_, at): Reply =>
  at % 3 === 0 ? calls(call('wipe', { id: `${at}` }), call('add', { n: at })) : `answer ${at}`,
)

const isCutBy = (acts: readonly Act[], onStop: 'leave' | 'cancel'): boolean =>
  onStop === 'cancel' && acts.some(({ kind }) => kind === 'stop' || kind === 'remount')

const askedIn = ({ messages }: Chat<UIMessage>): string[] =>
  messages.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      'approval' in part && part.state === 'approval-requested' ? [part.approval.id] : [],
    ),
  )

it.each(['leave', 'cancel'] as const)(
  '11, 14 shows the history after any order of acts, with onStop %s',
  async (onStop) => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 9 }), async (acts: Act[]) => {
        const { agent, another } = startChat(replies, {
          transport: { onStop, callOptions: () => ({ again: true }) },
          // Each part takes a task, so that acts come in the middle of an answer.
          model: { cut: 3, before: flush },
        })
        let chat = another()
        const { id } = chat
        let count = 0
        const isQuiet = (): boolean => chat.status === 'ready' || chat.status === 'error'
        const quiet = async (): Promise<void> => {
          await flush()
          await vi.waitFor(
            () => {
              expect(isQuiet()).toBe(true)
              expect(agent.getState().status).toMatch(/idle|waiting/)
              const pending = agent.pending.list('approval').map((one) => one.id)
              expect(askedIn(chat)).toEqual(pending)
            },
            { interval: 5, timeout: 4_000 },
          )
        }
        for (const { kind, isHasty } of acts) {
          const [first] = chat.messages.filter(({ role }) => role === 'user')
          const [asked] = askedIn(chat)
          if (kind === 'send') {
            // A message before the first chunk of an answer stands above it: a limit of the guide.
            await quiet()
            void chat.sendMessage({ text: `m${++count}` })
          } else if (kind === 'stop') {
            // With `leave`, the run goes on unseen.
            if (onStop === 'cancel') void chat.stop()
          } else if (kind === 'remount') {
            void chat.stop()
            chat = another({ id, messages: toUIMessages(agent) })
            void chat.resumeStream()
          } else if (kind === 'approve' || kind === 'deny') {
            if (asked === undefined) continue
            void chat.addToolApprovalResponse({ id: asked, approved: kind === 'approve' })
          } else if (!first) continue
          else if (kind === 'regenerate') void chat.regenerate()
          else if (kind === 'regenerate older') void chat.regenerate({ messageId: first.id })
          else void chat.sendMessage({ text: `e${++count}`, messageId: first.id })
          await (isHasty ? flush() : quiet())
        }
        await quiet()
        // The next message closes what a stop, or a question, left open.
        await chat.sendMessage({ text: 'last' })
        await quiet()
        const [shown, kept] = [show(chat.messages), show(toUIMessages(agent))]
        expect(shown.at(-1)).toBe(kept.at(-1))
        // A stopped answer is shown as far as it came, which the history may not keep.
        const isWhole = !isCutBy(acts, onStop)
        expect(shown.filter((line) => isWhole || line.startsWith('user'))).toEqual(
          kept.filter((line) => isWhole || line.startsWith('user')),
        )
      }),
      { numRuns: 30 },
    )
  },
  60_000,
)
