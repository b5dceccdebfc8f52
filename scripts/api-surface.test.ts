import { describe, expect, it } from 'vitest'
import { anchorsOf, toMarkdown } from './api-markdown.ts'
import { readSurface } from './api-surface.ts'

const surface = `// @ambit/one

import { Far } from "far";
/** Kept inside. */
interface Base$1 {
  readonly id: string;
}
/**
 * What it is. See {@link make}, and \`<One/>\`, not <b>.
 *
 * @throws When it cannot.
 */
interface One<T> extends Base$1 {
  /** How long. */
  readonly timeoutMs?: number | undefined;
  readonly far: Far;
  run(value: {
    /** The depth. */
    depth: number;
  }): T;
}
/** Makes one. */
declare function make(id: string): One<string>;
declare function make(id: number): One<number>;
/** A class. */
declare class Store {
  #private;
  protected state: string;
  private readonly rest;
  constructor(id: string);
  /** Reads. */
  get value(): string;
}
declare const bare: (typeof import("far"))["bare"];
export { type One, Store, bare as renamed, make };

// @ambit/one/more

export {}
`

describe('readSurface', () => {
  const [entry, more] = readSurface(surface)

  it('tells what each entry exports, and under which name it is declared', () => {
    expect(entry?.path).toBe('@ambit/one')
    expect([...(entry?.exports ?? [])]).toEqual([
      ['One', 'One'],
      ['Store', 'Store'],
      ['renamed', 'bare'],
      ['make', 'make'],
    ])
    expect(more?.exports.size).toBe(0)
  })

  it('reads overloads as one, and leaves out what nobody outside can use', () => {
    expect(entry?.declarations.get('make')?.signatures).toEqual([
      'function make(id: string): One<string>',
      'function make(id: number): One<number>',
    ])
    expect(entry?.declarations.get('Store')?.members).toEqual([
      { signature: 'constructor(id: string)', doc: undefined },
      { signature: 'get value(): string', doc: 'Reads.' },
    ])
  })
})

describe('toMarkdown', () => {
  const entries = readSurface(surface)
  const page = toMarkdown('@ambit/one', entries, anchorsOf(entries), new Map())

  it('has every export with its members, and then what these name', () => {
    expect(page.match(/^##.*$/gm)).toEqual([
      '## `@ambit/one`',
      '### `make`',
      '### `One`',
      '### `renamed`',
      '### `Store`',
      '## `@ambit/one/more`',
      '## Not exported',
      '### `Base`',
    ])
    expect(page).toContain('interface One<T> extends Base\n')
    expect(page).toContain('- `readonly timeoutMs?: number | undefined`\n\n  How long.')
    expect(page).toContain('  run(value: {\n    /** The depth. */\n    depth: number;\n  }): T')
    expect(page).toContain('Types: [`Base`](#base).')
  })

  it('links names, and shows angle brackets as they are', () => {
    expect(page).toContain('See [`make`](#make), and `<One/>`, not &lt;b>.')
    expect(page).toContain('Throws: When it cannot.')
  })
})
