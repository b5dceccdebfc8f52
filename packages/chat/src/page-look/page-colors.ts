import { contrast, mix, type Rgb } from './rgb.ts'

/** The colours of a chat that stands on a page. The style sheet mixes all others from these. */
export interface PageColors {
  readonly scheme: 'light' | 'dark'
  readonly surface: Rgb
  readonly text: Rgb
  readonly muted: Rgb
}

/** The colour of warnings, which has no source on the page, as `theme.css` has it. */
const danger: Readonly<Record<PageColors['scheme'], Rgb>> = {
  light: [0.702, 0.149, 0.118],
  dark: [1, 0.604, 0.573],
}

/** The smallest contrast of text, by WCAG 2.2 AA. The rest is for what browsers round. */
const enough = 4.55

/**
 * Decides about the colours of a chat, from those of the page around it. Returns undefined if texts
 * of the chat would not be readable: then the chat keeps its own colours.
 */
export function pageColors(background: Rgb, ink: Rgb): PageColors | undefined {
  const scheme = contrast(background, white) > contrast(background, black) ? 'dark' : 'light'
  // A chat is a sheet on the page: a little nearer to white.
  const surface = mix(white, scheme === 'light' ? 0.6 : 0.04, background)
  // The strongest backgrounds that quiet texts and warnings stand on.
  const [tinted, raised] = [mix(ink, 0.08, surface), mix(ink, 0.05, surface)]
  const isReadable = (color: Rgb, on: Rgb): boolean =>
    contrast(color, surface) >= enough && contrast(color, on) >= enough
  const muted = shares
    .map((share) => mix(ink, share, surface))
    .find((color) => isReadable(color, tinted))
  if (!muted || !isReadable(danger[scheme], raised)) return undefined
  return { scheme, surface, text: ink, muted }
}

/**
 * Decides about the accent of a chat, from the `accent-color` of the page. An accent that cannot be
 * read as text is mixed with the text's colour. Returns undefined if too little of it would be
 * left.
 */
export function pageAccent(accent: Rgb, surface: Rgb, text: Rgb): Rgb | undefined {
  return [1, 0.85, 0.7, 0.55, 0.4]
    .map((share) => mix(accent, share, text))
    .find((color) => {
      const tint = mix(color, 0.12, surface)
      return contrast(color, surface) >= enough && contrast(color, tint) >= enough
    })
}

const white: Rgb = [1, 1, 1]
const black: Rgb = [0, 0, 0]
/** The parts of the ink in quiet text. The first one that can be read is taken. */
const shares = [0.72, 0.8, 0.9, 1] as const
