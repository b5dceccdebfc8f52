/** The characters that stand for each escape of a regular expression. */
const samples: Readonly<Record<string, string>> = {
  s: ' \n\t',
  S: 'a',
  d: '0',
  D: 'a',
  w: 'a_',
  W: ' ',
  n: '\n',
  r: '\r',
  t: '\t',
  p: 'aA',
  P: ' ',
  b: '',
  B: '',
}

/** The most different characters that are repeated for one pattern. */
const maxCharacters = 14

const token =
  /\\u\{([\da-f]+)\}|\\u([\da-f]{4})|\\x([\da-f]{2})|\\([pP])\{[^}]*\}|\\(.)|\[\^?|\]|\(\?<?[:=!]?(?:\w+>)?|[)|^$]|([*+?]|\{\d+(?:,\d*)?\})\??|([^])/gi

/**
 * Yields the beginning and the repeated part of texts that are likely to cost a pattern the most.
 * They are made of the characters and words that the pattern names, alone and in pairs.
 */
export function* hostileTexts(source: string): Generator<readonly [start: string, part: string]> {
  const { characters, words } = partsOf(source)
  for (const character of characters) {
    yield ['', character]
    for (const other of characters) {
      if (other === character) continue
      yield [other, character]
      yield ['', other + character]
    }
    for (const word of words) {
      yield [word, character]
      yield ['', word + character]
      yield [word, word + character]
    }
  }
  for (const word of words) yield ['', word]
}

function partsOf(source: string): { characters: string[]; words: string[] } {
  const characters = new Set<string>()
  const words = new Set<string>()
  let word = ''
  let isInClass = false
  const endWord = (): void => {
    if (word.length > 1) words.add(word)
    word = ''
  }
  for (const [text, long, short, byte, property, escape, , plain] of source.matchAll(token)) {
    const code = long ?? short ?? byte
    const literal = code === undefined ? plain : String.fromCodePoint(Number.parseInt(code, 16))
    const one = literal ?? (escape !== undefined && !(escape in samples) ? escape : undefined)
    const sampled = one === undefined ? samples[property ?? escape ?? ''] : undefined
    for (const character of one === '.' && plain ? 'a' : (one ?? sampled ?? '')) {
      characters.add(character)
    }
    if (text.startsWith('[') && !plain) isInClass = true
    if (text === ']') isInClass = false
    // A word goes on over a line break, and ends at everything else that may be several characters.
    const next = escape === 'n' ? '\n' : one === '.' && plain ? undefined : one
    if (next !== undefined && !isInClass) word += next
    else endWord()
  }
  endWord()
  return {
    characters: [...characters, 'a', '\n', ' '].slice(0, maxCharacters),
    words: [...words].slice(0, 6),
  }
}
