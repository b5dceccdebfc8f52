import type { JsonObject, JsonValue, PendingApproval } from '@ambit/core'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cardSizes } from '../../test/card-sizes.ts'
import { openRequest } from '../../test/open-request.ts'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { seeAll } from '../../test/see-all.ts'

const text = fc.oneof(
  fc.lorem({ maxCount: 12 }),
  fc.lorem({ maxCount: 60, mode: 'sentences' }),
  fc.constantFrom('A-23788', '小包は届きませんでした。', 'لم تصل الشحنة', '', 'a\n\n\n\n\n\nb'),
  fc.string({ minLength: 20, maxLength: 90 }),
)
const single = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null))
const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    single,
    fc.array(tie('tree'), { maxLength: 6 }),
    fc.dictionary(fc.lorem({ maxCount: 2 }), tie('tree'), { maxKeys: 5, noNullPrototype: true }),
  ),
}))
const rows = fc
  .tuple(fc.uniqueArray(text, { minLength: 2, maxLength: 40 }), fc.array(single, { minLength: 3 }))
  .map(([ids, values]) =>
    ids.map((id, at): JsonObject => ({
      id,
      status: values[at % values.length] ?? null,
      total: at,
    })),
  )
const preview: fc.Arbitrary<JsonValue> = fc.oneof(
  tree,
  rows,
  fc.tuple(rows, fc.boolean()).map(([before, isTurned]) => {
    const after = before.map((row) => ({ ...row, status: 'done' }))
    return { before, after: isTurned ? after.toReversed() : after }
  }),
)
const cards = fc.record({
  args: fc.dictionary(fc.lorem({ maxCount: 2 }), tree, { maxKeys: 8, noNullPrototype: true }),
  preview,
  size: fc.constantFrom(...cardSizes),
  dir: fc.constantFrom('ltr', 'rtl'),
})

/** Returns the lines of text in the facts of a card: for each text, their boxes. */
function linesOf(card: Element): readonly (readonly [Text, readonly DOMRect[]])[] {
  const lines: [Text, DOMRect[]][] = []
  const range = document.createRange()
  for (const fact of card.querySelectorAll('[data-fact]')) {
    const walker = document.createTreeWalker(fact, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest('.ambit-only-spoken')) continue
      range.selectNodeContents(node)
      // A space at the end of a line hangs over it.
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 6)
      if (boxes.length > 0) lines.push([node as Text, boxes])
    }
  }
  return lines
}

/** Watches which lines come into view. Returns a function that tells those that did not. */
function watchLines(card: Element): () => readonly string[] {
  const seen = new WeakMap<Text, Set<number>>()
  let frame = 0
  const look = (): void => {
    for (const [node, boxes] of linesOf(card)) {
      const own = seen.get(node) ?? new Set()
      seen.set(node, own)
      for (const [at, { left, top, width, height }] of boxes.entries()) {
        const hit = document.elementFromPoint(left + width / 2, top + height / 2)
        if (hit?.closest('[data-fact]')?.contains(node)) own.add(at)
      }
    }
    frame = requestAnimationFrame(look)
  }
  look()
  return () => {
    cancelAnimationFrame(frame)
    return linesOf(card).flatMap(([node, boxes]) =>
      boxes.flatMap((_, at) => (seen.get(node)?.has(at) ? [] : [`line ${at} of ${node.data}`])),
    )
  }
}

/** Rows of words that no line ends in, in as many columns as a table has. */
const wideRows = (columns: number, word: string): JsonValue => {
  const row = Object.fromEntries(Array.from({ length: columns }, (_, at) => [`c${at}`, word]))
  return [row, row]
}
const tables = [
  { args: {}, preview: wideRows(8, 'INV-00012345'), size: [600, 700], dir: 'ltr' },
  { args: {}, preview: wideRows(5, 'INV-00012345'), size: [600, 700], dir: 'rtl' },
  { args: {}, preview: wideRows(2, '小包は届きませんでした。'), size: [320, 640], dir: 'ltr' },
] as const

it.each([...fc.sample(cards, { seed: 62, numRuns: 10 }), ...tables])(
  'no fact of a card is out of view when Allow is on, card %#',
  async ({ args, preview: shown, size: [width, height], dir }) => {
    document.documentElement.dir = dir
    try {
      const { agent } = await renderCopilot([], { form: width === 600 ? 'inline' : 'popup' })
      await page.viewport(width, height)
      const request: Partial<PendingApproval> = { args, preview: shown }
      openRequest(agent, request)
      const card = page.getByRole('group', { name: /^Allow “/ })
      await expect.element(card).toBeVisible()
      const unseen = watchLines(card.element())
      await seeAll()
      expect(unseen()).toEqual([])
      const json = [...card.element().querySelectorAll('[data-json]')]
      expect(json.filter(({ textContent }) => !/^(\[\]|\{\}|null)$/.test(textContent))).toEqual([])
      const { left, right } = card.element().getBoundingClientRect()
      for (const [node, boxes] of linesOf(card.element()))
        for (const box of boxes)
          expect([box.left >= left - 1 && box.right <= right + 1, node.data]).toEqual([
            true,
            node.data,
          ])
    } finally {
      document.documentElement.removeAttribute('dir')
    }
  },
  30_000,
)
