import { hostileCorpus } from '../../packages/chat/src/markdown/hostile-corpus.ts'

/** All of the hostile corpus in one text, each input a part of its own. */
export const hostile: string = hostileCorpus.join('\n\n---\n\n')
