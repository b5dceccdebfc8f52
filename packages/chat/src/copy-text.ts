/** Puts a text on the clipboard. Resolves with whether the browser let it: it may refuse, or, where the page is not served securely, have none. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
