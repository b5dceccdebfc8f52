import type { EarlierMessage } from './conversation.ts'

const section = `## Lamps for a desk

A desk lamp should light the page and not the eyes, so look for a shade that is **deep** and an arm that
*stays* where it is put. These three are the ones that people keep:

- the Arc, with a weight in its foot
- the Pole, which is \`12 W\` and warm
- the Bell, see [the catalogue](https://lamps.example/bell)

\`\`\`ts
const best = lamps.filter((lamp) => lamp.watts < 15).toSorted(byPrice)
\`\`\`

| lamp | price |
| --- | --- |
| Arc | 29 |
| Pole | 79 |

`

/** The end of the answer. It shows that the answer is complete. */
export const ending = '\n\nThat is all.'

/** Returns Markdown of at least `length` characters. */
export const write = (length: number): string => section.repeat(Math.ceil(length / section.length))

/** Returns a text as `count` deltas of about a token each. */
export const toDeltas = (count: number): string[] =>
  Array.from(write(count * 6).matchAll(/[^]{1,6}/g), ([delta]) => delta).slice(0, count)

/** Returns a conversation of `count` messages. */
export const writeEarlier = (count: number): EarlierMessage[] =>
  Array.from({ length: count }, (_, at) =>
    at % 2 === 0
      ? { id: `m${at}`, role: 'user', text: `Question ${at}: which lamp is the best?` }
      : {
          id: `m${at}`,
          role: 'assistant',
          text: `Lamp **${at}** is good, and so is \`${at + 1}\`.`,
        },
  )
