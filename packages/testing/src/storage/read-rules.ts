import type { MessageRange } from '@ambit/core/storage'
import { check, same } from './check.ts'
import type { Rule } from './rule.ts'
import { said } from './samples.ts'

/** Ranges of ten messages, and the numbers that they have. */
const ranges: readonly [MessageRange, readonly number[]][] = [
  [{ from: 0 }, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  [{ from: 8 }, [8, 9]],
  [{ from: 10 }, []],
  [{ from: 99 }, []],
  [{ last: 2 }, [8, 9]],
  [{ last: 0 }, []],
  [{ last: 99 }, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  [{ last: 2, before: 8 }, [6, 7]],
  [{ last: 5, before: 2 }, [0, 1]],
  [{ last: 5, before: 0 }, []],
  [{ last: 3, before: 99 }, [7, 8, 9]],
]

export const readRules: readonly Rule[] = [
  {
    name: 'reads the messages of a range, in order',
    advice:
      '`from` is the first number, `last` the most messages, and `before` the number after the last one. Ranges may go beyond both ends.',
    async run(pages) {
      const storage = await pages.open()
      const claim = await pages.claim(storage)
      // Ten is more than nine in numbers, and less in text.
      for (const id of ['a', 'b']) {
        const messages = Array.from({ length: 5 }, (_, nth) => said(`${id}${nth}`))
        await claim.write({ at: 2, messages })
      }
      for (const [range, expected] of ranges) {
        const rows = await storage.readMessages('s1', range)
        same(
          rows.map(({ seq }) => seq),
          expected,
          `The numbers of ${JSON.stringify(range)}`,
        )
        const ids = expected.map((seq) => (seq < 5 ? `a${seq}` : `b${seq - 5}`))
        same(
          rows.map(({ message }) => message.id),
          ids,
          `The messages of ${JSON.stringify(range)}`,
        )
      }
      await claim.write({ at: 3, messages: [said('c0'), said('c1')] })
      const newest = await storage.readMessages('s1', { last: 3 })
      same(
        newest.map(({ seq }) => seq),
        [9, 10, 11],
        'The numbers of the newest three',
      )
    },
  },
  {
    name: 'ends a reading with its signal',
    needs: ['signals'],
    advice:
      "Reject with the signal's reason: call `signal.throwIfAborted()`, and give the signal to `fetch`.",
    async run(pages) {
      const storage = await pages.open()
      const claim = await pages.claim(storage)
      await claim.write({ at: 2, messages: [said('a')] })
      const readings: Record<string, (signal: AbortSignal) => Promise<unknown> | undefined> = {
        list: (signal) => storage.list({ signal }),
        read: (signal) => storage.read('s1', { signal }),
        readMessages: (signal) => storage.readMessages('s1', { from: 0 }, { signal }),
        readIntents: (signal) => storage.readIntents('s1', { signal }),
        getBlob: (signal) => storage.getBlob?.('s1', 'none', { signal }),
      }
      const reason = new Error('no longer')
      for (const [name, read] of Object.entries(readings)) {
        const early = read(AbortSignal.abort(reason))
        if (!early) continue
        check(
          (await early.catch((error: unknown) => error)) === reason,
          `${name}() did not reject with the reason of a signal that had aborted before.`,
        )
        const abort = new AbortController()
        const reading = read(abort.signal)?.then(
          () => reason,
          (error: unknown) => error,
        )
        abort.abort(reason)
        check((await reading) === reason, `${name}() rejected with something else than the reason.`)
      }
    },
  },
]
