import { lazily, type Loader } from '../../values/lazily.ts'
import type * as asking from './ask-person.ts'

/** What asks the person, for tools that do. */
export const loadAsk: Loader<typeof asking> = lazily(() => import('./ask-person.ts'))
