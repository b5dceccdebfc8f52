/** A reason to do nothing, in a sentence for the user at the terminal. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
