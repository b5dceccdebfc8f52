import { describe, expect, it } from 'vitest'
import { lostNames } from './check-surface.ts'

const surface = (names: string): string =>
  `// ambit\ndeclare const a: string;\ndeclare const b: string;\nexport { ${names} };\n`
const changeset = (kind: string): string => `---\n'ambit': ${kind}\n---\n\nA sentence.\n`

const release = (names: string, version = '0.2.0') => ({ version, surface: [surface(names)] })

describe('lostNames', () => {
  it('finds nothing where names are only added', () => {
    expect(lostNames(release('a'), release('a, b'), [])).toEqual({
      lost: [],
      problem: undefined,
    })
  })

  it('refuses a name that goes with a patch, or with nothing', () => {
    for (const told of [[], [changeset('patch')]]) {
      const { lost, problem } = lostNames(release('a, b'), release('a'), told)
      expect(lost).toEqual(['ambit b'])
      expect(problem).toContain('ambit b')
    }
  })

  it('lets a name go that a minor changeset tells of', () => {
    const told = [changeset('patch'), changeset('minor')]
    expect(lostNames(release('a, b'), release('a'), told).problem).toBeUndefined()
  })

  it('lets a name go with the minor version that the changesets have become', () => {
    expect(lostNames(release('a, b'), release('a', '0.3.0'), []).problem).toBeUndefined()
    expect(lostNames(release('a, b'), release('a', '0.2.1'), []).problem).toContain('ambit b')
  })

  it('needs a major version from 1.0 on', () => {
    const before = release('a, b', '1.0.0')
    expect(lostNames(before, release('a', '1.1.0'), [changeset('minor')]).problem).toContain(
      'A major changeset',
    )
    expect(lostNames(before, release('a', '1.0.0'), [changeset('major')]).problem).toBeUndefined()
    expect(lostNames(before, release('a', '2.0.0'), []).problem).toBeUndefined()
  })
})
