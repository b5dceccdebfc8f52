import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const sheets = globSync('packages/*/src/**/*.css')

/** A declaration whose value has a scale, with its property and its value. */
const scaled =
  /(?<![\w-])(padding[\w-]*|margin[\w-]*|(?:row-|column-)?gap|border[\w-]*-radius|font-size): ([^;{}]+);/g

describe('the style sheets', () => {
  it('use no `:dir()`, which a bundler replaces with a list of languages', () => {
    expect(sheets.length).toBeGreaterThan(3)
    for (const sheet of sheets) {
      const rules = readFileSync(sheet, 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
      expect({ sheet, uses: rules.includes(':dir(') }).toEqual({ sheet, uses: false })
    }
  })

  it('take sizes of text, space and corners from the scales of `theme.css`', () => {
    const stray: string[] = []
    for (const sheet of sheets.filter((path) => !path.endsWith('/theme.css'))) {
      const rules = readFileSync(sheet, 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
      for (const [, name = '', value = ''] of rules.matchAll(scaled)) {
        // A variable may have a value for a page that shows `Markdown` without a chat around it.
        const left = value.replaceAll(/var\(--ambit-[\w-]+(?:, [\d.]+(?:px|em))?\)/g, '')
        if (/\d(?:px|r?em)/.test(left)) stray.push(`${sheet}: ${name}: ${value}`)
      }
    }
    expect(stray).toEqual([])
  })
})
