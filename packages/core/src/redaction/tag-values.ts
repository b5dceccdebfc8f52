import { hidden } from './redacted.ts'

/** The members that name a field whose value is in `value`: a header, a cookie, an input. */
export const fieldKeys: readonly string[] = [
  'name',
  'key',
  'header',
  'field',
  'label',
  'id',
  'type',
]

/**
 * Hides the values of tags that another attribute names: `<input type="password" value="x">` and
 * `<add key="password" value="x"/>`. A tag ends before the next `<`, so each is read once.
 */
export const hideTagValues = (text: string, isSecret: (name: string) => boolean): string =>
  text.replaceAll(tag, (whole: string, tagName: string) => {
    if (!/value|content/i.test(whole)) return whole
    const isNamed =
      isSecret(tagName) ||
      [...whole.matchAll(attribute)].some(
        ([, key = '', , , value = '']) => fieldKeys.includes(key.toLowerCase()) && isSecret(value),
      )
    return isNamed
      ? whole.replaceAll(attribute, (pair, key: string, sign: string, quote: string) =>
          /^(?:value|content)$/i.test(key) ? key + sign + quote + hidden : pair,
        )
      : whole
  })

const tag = /<([\w:.-]+)\s(?:"[^"<]*"?|'[^'<]*'?|[^<>"']+)*/g
const attribute =
  /(?<![\w:.-])([\w:.-]+)(\s{0,9}=\s{0,9})(\\{0,31}["']?)((?<=")[^"]*?(?=\\{0,31}"|$)|(?<=')[^']*?(?=\\{0,31}'|$)|[^\s"'<>/\\]*)/g
