import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repairTail } from './repair-tail.ts'

describe('repairTail', () => {
  it.each([
    ['closes emphasis', 'a **bold', 'a **bold**'],
    ['closes what is nested', 'a **bold and *both', 'a **bold and *both***'],
    ['completes half a closer', 'a **bold*', 'a **bold**'],
    ['hides an opener without content', 'a **', 'a'],
    ['closes a code span', 'run `npm i', 'run `npm i`'],
    ['closes double ticks that are half there', 'run ``a`b`', 'run ``a`b``'],
    ['leaves snake_case alone', 'a snake_ca', 'a snake_ca'],
    ['leaves arithmetic alone', '2 * 3', '2 * 3'],
    ['shows the label of an unfinished link', 'see [the docs](https://exa', 'see the docs'],
    [
      'shows the label of a link whose address has not begun',
      'see [the **docs',
      'see the **docs**',
    ],
    ['shows nothing of an unfinished image', 'see ![alt](https://exa', 'see '],
    ['keeps a finished link', 'see [a](https://b.c) and', 'see [a](https://b.c) and'],
    ['hides a bare list marker', 'a\n\n-', 'a\n\n'],
    ['hides a bare number', 'a\n2.', 'a\n'],
    ['hides an empty task', '- [ ] a\n- [', '- [ ] a\n'],
    ['hides the beginning of a heading', '##', ''],
    ['hides the beginning of a fence', 'a\n``', 'a\n'],
    ['hides the opener of a fence', 'a\n```ty', 'a\n'],
    ['hides an underline that would make a heading', 'a\n--', 'a\n'],
    ['holds a table header back', 'a\n\n| x | y |\n', 'a\n\n'],
    ['holds a table back until its delimiter row ends', '| x | y |\n|--', ''],
    ['shows a table from then on', '| x |\n|---|\n', '| x |\n|---|\n'],
    ['closes inside of the last item only', '- a *b\n- c **d', '- a *b\n- c **d**'],
  ])('%s', (_, text, shown) => {
    expect(repairTail(text)).toBe(shown)
  })

  it('leaves finished text alone', () => {
    for (const text of ['# a\n', 'a **b** `c` ~~d~~ _e_.', '- a\n- b\n', '```\ncode\n```\n']) {
      expect(repairTail(text)).toBe(text)
    }
  })

  it('never throws and never grows by more than it can have opened', () => {
    const unit = fc.constantFrom(
      '*',
      '**',
      '_',
      '~~',
      '`',
      '[',
      '](',
      ')',
      '!',
      '|',
      '-',
      ' ',
      '\n',
      'a',
      '\\',
      '>',
    )
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), (units) => {
        const text = units.join('')
        expect(repairTail(text).length).toBeLessThanOrEqual(text.length * 2)
      }),
    )
  })
})
