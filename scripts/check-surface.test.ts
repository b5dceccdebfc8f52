import { describe, expect, it } from 'vitest'
import { lostNames } from './check-surface.ts'

const surface = (names: string): string =>
  `// ambit\ndeclare const a: string;\ndeclare const b: string;\nexport { ${names} };\n`
const changeset = (kind: string): string => `---\n'ambit': ${kind}\n---\n\nA sentence.\n`

describe('lostNames', () => {
  it('finds nothing where names are only added', () => {
    expect(lostNames([surface('a')], [surface('a, b')], [])).toEqual({
      lost: [],
      problem: undefined,
    })
  })

  it('refuses a name that goes with a patch, or with nothing', () => {
    for (const told of [[], [changeset('patch')]]) {
      const { lost, problem } = lostNames([surface('a, b')], [surface('a')], told)
      expect(lost).toEqual(['ambit b'])
      expect(problem).toContain('ambit b')
    }
  })

  it('lets a name go that a minor changeset tells of', () => {
    const told = [changeset('patch'), changeset('minor')]
    expect(lostNames([surface('a, b')], [surface('a')], told).problem).toBeUndefined()
  })
})
