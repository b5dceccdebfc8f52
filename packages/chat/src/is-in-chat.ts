/**
 * Whether an event's target is inside a chat, also if the chat stands in a shadow root. For the
 * callbacks of dialogs that close when something outside of them is pressed or focused.
 */
export function isInChat(target: EventTarget | null | undefined): boolean {
  for (let at = target; at instanceof Node;) {
    const element = at instanceof Element ? at : at.parentElement
    if (element?.closest('.ambit-chat, .ambit-layer')) return true
    const root: Node = at.getRootNode()
    at = root instanceof ShadowRoot ? root.host : null
  }
  return false
}
