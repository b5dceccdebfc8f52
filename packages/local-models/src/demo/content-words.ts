import type { Clause } from './split-clauses.ts'
import type { Word } from './tokenise.ts'
import { loadedWords, stopWords } from './vocabulary.ts'

/** The words of a question that ask, and name nothing that could be looked up. */
const asking =
  /^(what|what'?s|who|who'?s|where|where'?s|when|why|which|how|whose|many|much|tell|me|show|list|see|give|exist|count|number|currently|visible|now|today's|right|please|get|got|there's|list|display|remaining|left|available|we|our)$/

/** The verbs that join somebody or a time to a thing, and say little by themselves. */
const joining =
  /^(work|working|works|come|coming|comes|assigned|responsible|do|doing|own|owns|ask|asked|asks|write|wrote|written|sent|send|take|took|taken|make|made|happen|happens|start|starts|begin|begins|end|ends|cost|costs|live|lives|stand|stands|run|running|use|used|spent|close|closed|sell|sold|place|placed|add|added|handle|handling|go|going|look|looks)$/

/** Returns the words of a question that have to be found in what is known. */
export function contentOf({ words }: Clause): Word[] {
  return words.filter(
    ({ lower, quoted, text }) =>
      text !== '' &&
      (quoted || (!asking.test(lower) && (!stopWords.has(lower) || loadedWords.has(lower)))),
  )
}

export const isJoining = ({ lower, quoted }: Word): boolean => !quoted && joining.test(lower)
