import { describe, expect, it } from 'vitest'
import { explainFailure } from './explain-failure.ts'

const missing = (name: string) =>
  explainFailure('probe', { name: 'ReferenceError', message: `${name} is not defined` }).message

describe('explainFailure', () => {
  it('names what is defined outside of the handler, in the words of each browser', () => {
    expect(missing('taxRate')).toContain('`taxRate` is defined outside of the handler of "probe"')
    const safari = { name: 'ReferenceError', message: "Can't find variable: taxRate" }
    expect(explainFailure('probe', safari).message).toContain('`taxRate` is defined outside')
  })

  it.each(['window', 'document', 'localStorage', 'parent'])('says that there is no %s', (name) => {
    expect(missing(name)).toContain(`A sandbox has no \`${name}\``)
  })

  it.each([
    '__name',
    '__awaiter',
    '__vi_import_0__',
    '_jsx',
    '_asyncToGenerator',
    'cov_1x2y3z',
    'import_zod',
  ])('knows %s for the work of a bundler', (name) => {
    expect(missing(name)).toContain('compiler, bundler or coverage tool')
  })

  it('adds nothing to other errors, and bounds what it passes on', () => {
    const other = explainFailure('probe', { name: 'RangeError', message: 'Too far' })
    expect(other).toMatchObject({ name: 'RangeError', message: 'Too far' })
    const long = explainFailure('probe', { name: 'E'.repeat(999), message: 'x'.repeat(99_999) })
    expect(long.message).toHaveLength(2_000)
    expect(long.name).toHaveLength(100)
  })
})
