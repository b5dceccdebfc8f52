import { sayAbilities } from './phrase-reply.ts'
import { stem } from './tokenise.ts'
import type { ToolCard } from './tool-card.ts'
import { isVerb } from './vocabulary.ts'

export const about = 'I am a rule-based demo, not a language model.'

const greeting =
  /^(hi|hello|hey|good (morning|afternoon|evening)|greetings|yo)\b[\s,.!]*(there|you|all)?[\s,.!]*/i

const asksForHelp =
  /^\W*(help( me)?|(what|how) (can|could|do) (you|i) (do|say|ask)|what (are|do) you|who are you|are you (a|an|the|chat|gpt|claude|human|real|bot)\w*|what is this|what can i do|what is possible)\b.{0,40}$/i

const asksBack = /^(please )?(go|take me|get|move) back[\s.!]*$|^back[\s.!]*$/i

/** Answers a message that asks for no work: a greeting, thanks, or what can be done here. */
export function answerSmallTalk(text: string, tools: readonly ToolCard[]): string | undefined {
  const rest = text
    .trim()
    .replace(greeting, '')
    .replace(/^(and|so|please)\s/i, '')
  if (rest === '' || asksForHelp.test(rest)) return `${about} ${sayAbilities(tools)}`
  if (
    /^\W*(many )?(thanks|thank you|thx|cheers|great|perfect|nice|cool|ok|okay)\b[\w\s,.!]{0,25}$/i.test(
      rest,
    ) &&
    !/[?]/.test(rest) &&
    !isCommand(rest.replace(/^\W*\w+[\s,.!]*/, ''))
  )
    return /thank|thx|cheers/i.test(rest) ? 'You are welcome.' : 'Good.'
  if (asksBack.test(rest) && !tools.some(({ verbs }) => verbs.includes('back')))
    return 'I cannot go back by myself: use the Back button of the browser, or tell me which page to open.'
  return undefined
}

const isCommand = (text: string): boolean => isVerb(stem(/^[a-z]+/i.exec(text)?.[0] ?? ''))

const languages: readonly (readonly [words: RegExp, reply: string])[] = [
  [
    /^(der|die|das|den|dem|und|ich|du|mir|mich|mein|meine|meinen|ist|sind|nicht|bitte|zeig|zeige|wie|viele|was|wer|kannst|kann|für|mit|von|alle|eine|einen|ein|auf|öffne|lösche)$/,
    'Ich verstehe nur einfaches Englisch.',
  ],
  [
    /^(le|la|les|des|du|de|un|une|et|je|tu|vous|mon|ma|mes|est|sont|pas|montre|moi|combien|peux|pour|avec|tous|toutes|annule|ouvre|supprime|rendez-vous|quel|quelle)$/,
    'Je ne comprends que l’anglais simple.',
  ],
  [
    /^(el|la|los|las|un|una|y|yo|mi|mis|es|son|por|favor|muestra|muéstrame|cuántos|cuántas|puedes|para|con|todos|todas|abre|borra|qué|quién|de|del)$/,
    'Solo entiendo inglés sencillo.',
  ],
  [
    /^(il|lo|gli|le|un|una|e|io|mio|mia|miei|è|sono|non|per|favore|mostra|mostrami|quanti|quante|puoi|con|tutti|tutte|apri|elimina|di|del|chi)$/,
    'Capisco solo l’inglese semplice.',
  ],
  [
    /^(o|os|as|um|uma|e|eu|meu|minha|é|são|não|por|favor|mostre|quantos|quantas|pode|para|com|todos|todas|abra|apague|quem|de|do)$/,
    'Só entendo inglês simples.',
  ],
]

const english =
  /^(the|a|an|and|of|to|in|on|for|with|is|are|my|me|all|show|open|add|delete|what|who|how|which|this|that|it|you|i|can|from|not)$/

/** Says in the user's language that only English is understood; undefined for English. */
export function answerForeign(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  const inEnglish = `${about} I understand only simple English.`
  if (letters > 1 && latin * 2 < letters) return inEnglish
  const words =
    text
      .slice(0, 2000)
      .toLowerCase()
      .match(/[\p{L}’'-]+/gu) ?? []
  const own = words.filter((word) => english.test(word)).length
  const [best] = languages
    .map(([known, reply]) => ({ reply, hits: words.filter((word) => known.test(word)).length }))
    .toSorted((one, other) => other.hits - one.hits)
  if (!best || best.hits < 2 || best.hits <= own) return undefined
  return `${inEnglish} ${best.reply}`
}
