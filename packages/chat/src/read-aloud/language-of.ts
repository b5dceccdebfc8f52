/** Scripts with a language that is likely for a text in them. */
const scripts: readonly (readonly [script: RegExp, lang: string])[] = [
  [/\p{scx=Hiragana}|\p{scx=Katakana}/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Thai}/u, 'th'],
]

/**
 * Returns the language of a text: that of the page, unless the text is mostly in a script in which
 * that language is not written.
 */
export function languageOf(text: string, page: string): string {
  const letters = Array.from(text.slice(0, 2000)).filter((char) => /\p{L}/u.test(char))
  const foreign = letters.filter((char) => !/\p{Script=Latin}/u.test(char)).join('')
  if (foreign.length * 2 <= letters.length) return page
  const [, likely] = scripts.find(([script]) => script.test(foreign)) ?? []
  return likely === undefined || scriptOf(likely) === scriptOf(page) ? page : likely
}

/** Returns the script in which a language is written; undefined for what is not a language. */
function scriptOf(lang: string): string | undefined {
  try {
    // Simplified and traditional characters are one script to a voice.
    return new Intl.Locale(lang).maximize().script?.replace(/^Han[st]$/, 'Hani')
  } catch {
    return undefined
  }
}
