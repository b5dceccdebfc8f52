import { describe, expect, it } from 'vitest'
import { pageAccent, pageColors, contrast, mix, type Rgb, toCss } from './page-look.tsx'

const rgb = (hex: string): Rgb => [
  parseInt(hex.slice(1, 3), 16) / 255,
  parseInt(hex.slice(3, 5), 16) / 255,
  parseInt(hex.slice(5, 7), 16) / 255,
]
const of = (background: string, ink: string) => pageColors(rgb(background), rgb(ink))

describe('pageColors', () => {
  it('keeps white and black as they are known', () => {
    expect(of('#ffffff', '#000000')).toMatchObject({ scheme: 'light', surface: [1, 1, 1] })
    expect(of('#000000', '#ffffff')).toMatchObject({ scheme: 'dark', text: [1, 1, 1] })
  })

  it('makes a warm sheet on a beige page, and a blue one on a navy page', () => {
    const beige = of('#f5efe6', '#3b2f23')
    expect(beige && toCss(beige.surface)).toBe('rgb(251 249 245)')
    expect(beige?.scheme).toBe('light')
    const navy = of('#0f172a', '#e2e8f0')
    expect(navy && toCss(navy.surface)).toBe('rgb(25 32 51)')
    expect(navy?.scheme).toBe('dark')
  })

  it('makes the quiet text of a page with weak ink stronger', () => {
    const [strong, weak] = [of('#ffffff', '#111111'), of('#ffffff', '#555555')]
    expect(strong?.muted).toEqual(mix(rgb('#111111'), 0.72, rgb('#ffffff')))
    expect(weak && contrast(weak.muted, rgb('#ffffff'))).toBeGreaterThan(4.5)
  })

  it.each([
    ['pink on purple', '#800080', '#ffc0cb'],
    ['pink on light purple', '#b57edc', '#ffc0cb'],
    ['grey on grey', '#808080', '#a0a0a0'],
    ['white on white', '#ffffff', '#ffffff'],
    ['yellow on red', '#ff0000', '#ffff00'],
    ['black on lime', '#00ff00', '#000000'],
    ['pale grey on white', '#ffffff', '#999999'],
  ])('gives colours that can be read, or none: %s', (_, background, ink) => {
    const colors = of(background, ink)
    if (!colors) return
    expect(contrast(colors.text, colors.surface)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colors.muted, colors.surface)).toBeGreaterThanOrEqual(4.5)
  })

  it('gives none where texts or warnings could not be read', () => {
    for (const [background, ink] of [
      ['#ffffff', '#ffffff'],
      ['#808080', '#ffffff'],
      ['#b57edc', '#ffc0cb'],
      ['#ff0000', '#ffff00'],
    ] as const) {
      expect(of(background, ink), `${ink} on ${background}`).toBeUndefined()
    }
  })

  it('holds AA for every mixture of 1,331 backgrounds with 27 inks that it accepts', () => {
    const steps = Array.from({ length: 11 }, (_, at) => at / 10)
    const inks = [0, 0.5, 1]
    let accepted = 0
    for (const red of steps)
      for (const green of steps)
        for (const blue of steps)
          for (const a of inks)
            for (const b of inks)
              for (const c of inks) {
                const colors = pageColors([red, green, blue], [a, b, c])
                if (!colors) continue
                accepted++
                const { surface, text, muted } = colors
                const raised = mix(text, 0.08, surface)
                const least = Math.min(
                  ...[surface, raised].flatMap((on) => [contrast(text, on), contrast(muted, on)]),
                )
                if (least < 4.5) expect.fail(`${toCss([red, green, blue])}: ${least}`)
              }
    expect(accepted).toBeGreaterThan(1000)
  })
})

describe('pageAccent', () => {
  const [white, ink] = [rgb('#ffffff'), rgb('#1c1c24')]

  it('keeps an accent that can be read', () => {
    expect(pageAccent(rgb('#0f766e'), white, ink)).toEqual(rgb('#0f766e'))
  })

  it('makes a light accent darker, and gives none beside a text that cannot be read', () => {
    const orange = pageAccent(rgb('#ff9900'), white, ink)
    expect(orange && contrast(orange, white)).toBeGreaterThan(4.5)
    expect(pageAccent(rgb('#ff9900'), white, rgb('#cccccc'))).toBeUndefined()
  })
})
