import { useSuggestions } from 'ambit/chat'
import { mayChange } from '../shared/user.ts'
import { type Suggestions, useTries } from './use-tries.ts'
import { useUser } from './user-context.ts'

const whatItIs = 'You see on the page what I do.'

/** The messages that a page offers in the chat. */
interface Offers {
  /** The sentence about the page, after the name of the user. */
  greeting: string
  /** The sentence after it, for a user who may change something. No question: none is asked. */
  offer?: string
  /** The messages for anybody. */
  look: Suggestions
  /** The messages for a user who may change something. They come first. */
  change?: Suggestions
}

/** Offers what fits this page and this user, while the page is shown. */
export function useOffers({ greeting, offer, look, change = [] }: Offers): void {
  const user = useUser()
  const [first = ''] = user.name.split(' ')
  const canChange = mayChange(user)
  const words = canChange && offer !== undefined ? `${greeting} ${offer}` : greeting
  const own = canChange ? [...change, ...look] : [...look, 'Sign in as Mia']
  useSuggestions([...useTries(), ...own], { greeting: `${first}, ${words} ${whatItIs}` })
}
