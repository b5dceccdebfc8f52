import { hostileCorpus } from '../../packages/chat/test/hostile-corpus.ts'

/** The texts of the hostile corpus in one text, each separated from the next by a rule. */
export const hostile: string = hostileCorpus.join('\n\n---\n\n')
