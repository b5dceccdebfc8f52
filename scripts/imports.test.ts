import { describe, expect, it } from 'vitest'
import { featureImports, findCycles, importsOf } from './imports.ts'

const read = (source: string) =>
  importsOf('packages/core/src/a.ts', source, new Map([['@ambit/core/wire', 'packages/core/w.ts']]))

/** Returns the imports of files that import what stands behind each arrow. */
const imports = (...rows: readonly string[]) =>
  rows.map((row) => {
    const [from = '', mark, to = ''] = row.split(' ')
    return { from, to, isType: mark === 'type' }
  })

describe('importsOf', () => {
  it.each([
    ["import { b } from './b.ts'", 'packages/core/src/b.ts', false],
    ["import './b.ts'", 'packages/core/src/b.ts', false],
    ["import { b, type C } from '../b.ts'", 'packages/core/b.ts', false],
    ["export * from './b.ts'", 'packages/core/src/b.ts', false],
    ["const b = () => import('./b.ts')", 'packages/core/src/b.ts', false],
    ["import { b } from '@ambit/core/wire'", 'packages/core/w.ts', false],
    ["import type { B } from './b.ts'", 'packages/core/src/b.ts', true],
    ["export type { B } from './b.ts'", 'packages/core/src/b.ts', true],
    ["type B = typeof import('./b.ts')", 'packages/core/src/b.ts', true],
  ])('reads %s', (source, to, isType) => {
    expect(read(source)).toEqual([{ from: 'packages/core/src/a.ts', to, isType }])
  })

  it('takes a list of types alone for a value, because the import stays in the output', () => {
    expect(read("import { type B } from './b.ts'")).toMatchObject([{ isType: false }])
  })

  it('leaves out other packages, and paths that are not known', () => {
    expect(read("import { z } from 'zod'\nconst a = (b: string) => import(b)")).toEqual([])
    expect(read('const a = (b: string) => import(`./${b}.ts`)')).toEqual([])
  })
})

describe('findCycles', () => {
  it('finds a shortest cycle of each group, beginning at its first file', () => {
    expect(findCycles(imports('a → b', 'b → c', 'c → a', 'c → d'))).toEqual([['a', 'b', 'c']])
    expect(findCycles(imports('a → b', 'b → a', 'c → d', 'd → c', 'a → c'))).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(findCycles(imports('a → a'))).toEqual([['a']])
  })

  it('finds none without a way back, and none of types', () => {
    expect(findCycles(imports('a → b', 'b → c', 'a → c'))).toEqual([])
    expect(findCycles(imports('a → b', 'b type a'))).toEqual([])
  })
})

describe('featureImports', () => {
  const core = 'packages/core/src'
  const audit = `${core}/features/audit/audit.ts`

  it('returns what the kernel imports of a feature', () => {
    const found = imports(`${core}/agent.ts → ${audit}`, `${core}/loop/loop.ts type ${audit}`)
    expect(featureImports(found)).toEqual(found)
  })

  it('leaves out features, tests and other packages', () => {
    expect(
      featureImports(
        imports(
          `${audit} → ${core}/agent.ts`,
          `${core}/features/undo.ts → ${audit}`,
          `${core}/agent.test.ts → ${audit}`,
          `packages/react/src/a.ts → ${audit}`,
        ),
      ),
    ).toEqual([])
  })
})
