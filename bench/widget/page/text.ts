import type { EarlierMessage } from '../../browser/page/conversation.ts'

/**
 * Returns a section. The first line of each of its blocks is unique, so it identifies the block.
 */
const section = (at: number): string => `## ${at}. Lamps for a desk

Lamp ${at} for a desk should light the page and not the eyes, so look for a shade that is **deep** and
an arm that *stays* where it is put. These three are the ones that people keep:

- the Arc ${at}, with a weight in its foot
- the Pole, which is \`12 W\` and warm
- the Bell, see [the catalogue](https://lamps.example/bell)

\`\`\`ts${at}
const best = lamps.filter((lamp) => lamp.watts < 15).toSorted(byPrice)
for (const { name, price } of best.slice(0, ${at + 3})) print(name, price)
\`\`\`

| lamp ${at} | price | warm |
| --- | --- | --- |
| Arc | ${at + 29} | yes |
| Pole | 79 | no |

`

/** Returns the streamed answer: `count` deltas of six characters, which is about a token each. */
export function writeDeltas(count: number): string[] {
  let text = ''
  for (let at = 0; text.length < count * 6; at++) text += section(at)
  return Array.from(text.matchAll(/[^]{1,6}/g), ([delta]) => delta).slice(0, count)
}

/**
 * Returns a conversation of `count` messages: questions and answers. Every fifth answer has a list,
 * code and a table.
 */
export const writeEarlier = (count: number): EarlierMessage[] =>
  Array.from({ length: count }, (_, at) => {
    const id = `m${at}`
    if (at % 2 === 0) return { id, role: 'user', text: `Question ${at}: which lamp is the best?` }
    const text = `Lamp **${at}** is good, and so is \`${at + 1}\`.`
    return { id, role: 'assistant', text: at % 10 === 1 ? section(-at) : text }
  })
