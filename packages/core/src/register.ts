/**
 * Where an application types what its tools share, by module augmentation:
 *
 * ```ts
 * declare module '@ambit/core' {
 *   interface Register {
 *     dependencies: { api: Api }
 *     metadata: { plan: 'free' | 'pro' }
 *     state: { cartId?: string }
 *   }
 * }
 * ```
 */
export interface Register {}

/** `Register['dependencies']`, or unknown. */
export type Dependencies = Register extends { readonly dependencies: infer D } ? D : unknown

/** `Register['metadata']`, or a record. */
export type Metadata = Register extends { readonly metadata: infer M }
  ? M
  : Readonly<Record<string, unknown>>

/** `Register['state']`, or a record. */
export type State = Register extends { readonly state: infer S } ? S : Record<string, unknown>
