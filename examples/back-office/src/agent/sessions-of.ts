import { indexedDbStorage } from '@ambit/browser'
import type { User } from '../shared/user.ts'

/** The conversations of one person in this browser: they outlive a reload, and are gone when the person signs out. */
export const sessionsOf = ({ id }: User) => indexedDbStorage({ name: 'back-office', user: id })
