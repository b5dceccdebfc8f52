import type { MarkedToken, Token } from 'marked'
import { cleanText } from './text-intake.ts'

/** The names of Latin-1 in the order of its characters, from U+00A0 to U+00FF. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest ' +
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
/** The Greek letters, from U+0391 and from U+03B1. No character stands at U+03A2. */
const GREEK =
  'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi Omega'
const SMALL_GREEK = GREEK.toLowerCase().replace('-', 'sigmaf')
/** The other names of HTML 4, each with its character, and what models write beside. */
const OTHERS =
  'amp& lt< gt> quot" apos\' OElig\u0152 oelig\u0153 Scaron\u0160 scaron\u0161 Yuml\u0178 fnof\u0192 circ\u02C6 tilde\u02DC thetasym\u03D1 upsih\u03D2 piv\u03D6 ' +
  'ensp\u2002 emsp\u2003 thinsp\u2009 hairsp\u200A numsp\u2007 zwnj\u200C zwj\u200D lrm\u200E rlm\u200F ndash\u2013 mdash\u2014 horbar\u2015 lsquo\u2018 rsquo\u2019 sbquo\u201A ldquo\u201C rdquo\u201D bdquo\u201E dagger\u2020 Dagger\u2021 bull\u2022 hellip\u2026 permil\u2030 prime\u2032 Prime\u2033 lsaquo\u2039 rsaquo\u203A oline\u203E frasl\u2044 euro\u20AC ' +
  'image\u2111 weierp\u2118 real\u211C trade\u2122 alefsym\u2135 numero\u2116 larr\u2190 uarr\u2191 rarr\u2192 darr\u2193 harr\u2194 varr\u2195 crarr\u21B5 lArr\u21D0 uArr\u21D1 rArr\u21D2 dArr\u21D3 hArr\u21D4 ' +
  'forall\u2200 part\u2202 exist\u2203 nexist\u2204 empty\u2205 nabla\u2207 isin\u2208 notin\u2209 ni\u220B prod\u220F sum\u2211 minus\u2212 mnplus\u2213 lowast\u2217 radic\u221A prop\u221D infin\u221E ang\u2220 and\u2227 or\u2228 cap\u2229 cup\u222A int\u222B there4\u2234 sim\u223C cong\u2245 asymp\u2248 ne\u2260 equiv\u2261 le\u2264 ge\u2265 sub\u2282 sup\u2283 nsub\u2284 sube\u2286 supe\u2287 oplus\u2295 otimes\u2297 perp\u22A5 sdot\u22C5 ' +
  'lceil\u2308 rceil\u2309 lfloor\u230A rfloor\u230B lang\u27E8 rang\u27E9 loz\u25CA spades\u2660 clubs\u2663 hearts\u2665 diams\u2666 check\u2713 cross\u2717 star\u2606 starf\u2605 phone\u260E female\u2640 male\u2642 sung\u266A flat\u266D sharp\u266F ' +
  'excl! num# dollar$ percnt% lpar( rpar) ast* plus+ comma, period. sol/ colon: semi; equals= quest? commat@ lsqb[ bsol\\ rsqb] Hat^ lowbar_ grave` lcub{ verbar| rcub} lbrack[ rbrack] lbrace{ rbrace} vert|'

let names: ReadonlyMap<string, string> | undefined

/** Builds the table at the first reference: most texts have none. */
function readNames(): ReadonlyMap<string, string> {
  const table = new Map<string, string>()
  const addRange = (list: string, first: number): void =>
    list.split(' ').forEach((name, index) => table.set(name, String.fromCharCode(first + index)))
  addRange(LATIN, 0xa0)
  addRange(GREEK, 0x391)
  addRange(SMALL_GREEK, 0x3b1)
  for (const pair of OTHERS.split(' ')) {
    table.set(pair.slice(0, -1), pair.slice(-1))
  }
  return table
}

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z][a-zA-Z\d]{1,31}));/g

/**
 * Replaces character references once, as HTML does: numeric ones, and the 253 names of HTML 4 with
 * some more. Unknown names stay as written. Zero, surrogates and numbers beyond Unicode become
 * U+FFFD. The result may hold any character: check links and clean texts after this call, never
 * before.
 */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    REFERENCE,
    (written: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return (names ??= readNames()).get(name) ?? written
      const code =
        decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(decimal, 10)
      const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      return isCharacter ? String.fromCodePoint(code) : '\uFFFD'
    },
  )
}

/**
 * Returns the text of a token as it is shown. A reference may stand for a character that hides
 * something.
 */
export const shownText = (written: string): string => cleanText(decodeEntities(written))

/**
 * Returns the text of `tokens` as a reader sees it, without formatting. Reads at most `depth`
 * levels.
 */
export function plainLabel(tokens: readonly Token[], depth = 40): string {
  return tokens.map((token) => labelOf(token as MarkedToken, depth)).join('')
}

function labelOf(token: MarkedToken, depth: number): string {
  if (token.type === 'escape' || token.type === 'codespan') return cleanText(token.text)
  if (token.type === 'br' || token.type === 'html') return ' '
  if ('tokens' in token && token.tokens && depth > 0) return plainLabel(token.tokens, depth - 1)
  return 'text' in token ? shownText(token.text) : ''
}
