/** The named references that models write. The whole HTML table would be larger than the parser. */
const NAMED: ReadonlyMap<string, string> = new Map(
  (
    'amp:& lt:< gt:> quot:" apos:\' nbsp:\u00A0 copy:© reg:® trade:™ hellip:… mdash:— ndash:– ' +
    'lsquo:‘ rsquo:’ ldquo:“ rdquo:” sbquo:‚ bdquo:„ laquo:« raquo:» bull:• middot:· deg:° ' +
    'plusmn:± times:× divide:÷ minus:− ne:≠ le:≤ ge:≥ asymp:≈ infin:∞ sum:∑ radic:√ ' +
    'frac12:½ frac14:¼ frac34:¾ micro:µ para:¶ sect:§ euro:€ pound:£ yen:¥ cent:¢ ' +
    'larr:← uarr:↑ rarr:→ darr:↓ harr:↔ rArr:⇒ check:✓ dagger:† permil:‰ ' +
    'auml:ä ouml:ö uuml:ü Auml:Ä Ouml:Ö Uuml:Ü szlig:ß eacute:é egrave:è agrave:à ccedil:ç ntilde:ñ'
  )
    .split(' ')
    .map((pair): [string, string] => {
      const colon = pair.indexOf(':')
      return [pair.slice(0, colon), pair.slice(colon + 1)]
    }),
)
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z][a-zA-Z\d]{1,31}));/g

/**
 * Replaces character references once, as HTML does: numeric ones and about seventy names. Unknown
 * names stay as written. Zero, surrogates and numbers beyond Unicode become U+FFFD. The result may
 * hold any character: check links and clean texts after this call, never before.
 */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    REFERENCE,
    (written: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED.get(name) ?? written
      const code =
        decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(decimal, 10)
      const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      return isCharacter ? String.fromCodePoint(code) : '\uFFFD'
    },
  )
}
