import { describe, expect, it } from 'vitest'
import { applyPatch } from './remote-client.ts'

const document = { a: { b: [1, 2] }, 'x/y': 1, 'm~n': 2 }

describe('applyPatch', () => {
  it.each<[string, object[], unknown]>([
    [
      'adds to an object',
      [{ op: 'add', path: '/a/c', value: null }],
      { a: { b: [1, 2], c: null } },
    ],
    ['adds into a list', [{ op: 'add', path: '/a/b/1', value: 9 }], { a: { b: [1, 9, 2] } }],
    [
      'adds at the end of a list',
      [{ op: 'add', path: '/a/b/-', value: 3 }],
      { a: { b: [1, 2, 3] } },
    ],
    ['replaces', [{ op: 'replace', path: '/x~1y', value: 5 }], { 'x/y': 5 }],
    ['moves', [{ op: 'move', from: '/a/b/0', path: '/first' }], { a: { b: [2] }, first: 1 }],
    ['copies', [{ op: 'copy', from: '/a/b', path: '/a/c' }], { a: { b: [1, 2], c: [1, 2] } }],
    ['tests', [{ op: 'test', path: '/a', value: { b: [1, 2] } }], {}],
    ['moves to the same place', [{ op: 'move', from: '/a', path: '/a' }], {}],
  ])('%s', (_, patch, expected) => {
    const before = structuredClone(document)
    expect(applyPatch(document, patch)).toMatchObject(expected as object)
    expect(document).toEqual(before)
  })

  it('removes, and replaces the whole document', () => {
    expect(applyPatch(document, [{ op: 'remove', path: '/a' }])).toEqual({ 'x/y': 1, 'm~n': 2 })
    expect(applyPatch(document, [{ op: 'replace', path: '', value: 7 }])).toBe(7)
    expect(applyPatch(document, [{ op: 'remove', path: '/m~0n' }])).not.toHaveProperty('m~n')
  })

  it.each<[string, unknown]>([
    ['a path that is not there', [{ op: 'remove', path: '/no' }]],
    ['a path below a number', [{ op: 'add', path: '/x~1y/z', value: 1 }]],
    ['a path without a slash', [{ op: 'add', path: 'a', value: 1 }]],
    ['an index beyond the end', [{ op: 'add', path: '/a/b/3', value: 1 }]],
    ['an index that is not a number', [{ op: 'add', path: '/a/b/x', value: 1 }]],
    ['a test that fails', [{ op: 'test', path: '/a/b/0', value: 2 }]],
    ['a move into itself', [{ op: 'move', from: '/a', path: '/a/b/0' }]],
    ['an unknown operation', [{ op: 'blink', path: '/a' }]],
    ['a prototype', [{ op: 'add', path: '/__proto__/polluted', value: 1 }]],
    ['a constructor', [{ op: 'add', path: '/constructor/prototype/polluted', value: 1 }]],
    ['the length of a list', [{ op: 'replace', path: '/a/b/length', value: 5e7 }]],
    ['the removal of a length', [{ op: 'remove', path: '/a/b/length' }]],
    ['an index with a zero before it', [{ op: 'add', path: '/a/b/01', value: 1 }]],
    ['an addition of nothing', [{ op: 'add', path: '/a/c' }]],
    ['a replacement by nothing', [{ op: 'replace', path: '/a' }]],
    ['the removal of the whole document', [{ op: 'remove', path: '' }]],
    [
      'more than 10,000 operations',
      Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/m~0n', value: 2 })),
    ],
    [
      'copies that double the document each time',
      Array.from({ length: 26 }, (_, at) => ({ op: 'copy', from: '', path: `/k${at}` })),
    ],
    ['no list', { op: 'add' }],
  ])('refuses %s', (_, patch) => {
    expect(() => applyPatch(document, patch)).toThrow()
    expect({}).not.toHaveProperty('polluted')
  })
})
