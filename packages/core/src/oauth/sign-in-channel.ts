/**
 * The name of the `BroadcastChannel` between the page that signs a person in and the page to which
 * the person is sent back. That page posts `{ query }`, its own query. The other one answers
 * `{ heard }`, the state in it, once it has it.
 */
export const signInChannel = 'ambit-mcp-sign-in'
