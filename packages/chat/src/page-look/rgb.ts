/** A colour of sRGB without transparency: red, green and blue from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Mixes two colours. `share` is the part of the first one, from 0 to 1. */
export const mix = (first: Rgb, share: number, second: Rgb): Rgb => [
  first[0] * share + second[0] * (1 - share),
  first[1] * share + second[1] * (1 - share),
  first[2] * share + second[2] * (1 - share),
]

/** Returns the contrast of two colours as WCAG 2.2 computes it, from 1 to 21. */
export function contrast(first: Rgb, second: Rgb): number {
  const [one, other] = [luminance(first), luminance(second)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** Returns a colour as CSS, with eight bits a channel. */
export const toCss = (color: Rgb): string =>
  `rgb(${color.map((channel) => Math.round(channel * 255)).join(' ')})`

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
