/**
 * The types that an application's tools share, set by module augmentation:
 *
 * ```ts
 * declare module 'ambit' {
 *   interface Register {
 *     dependencies: { api: Api }
 *     metadata: { plan: 'free' | 'pro' }
 *     state: { cartId?: string }
 *   }
 * }
 * ```
 */
export interface Register {}

/** The type `Register['dependencies']`, or unknown. */
export type Dependencies = Register extends { readonly dependencies: infer D } ? D : unknown

/** The type `Register['metadata']`, or a record. */
export type Metadata = Register extends { readonly metadata: infer M }
  ? M
  : Readonly<Record<string, unknown>>

/** The type `Register['state']`, or a record. */
export type State = Register extends { readonly state: infer S } ? S : Record<string, unknown>
