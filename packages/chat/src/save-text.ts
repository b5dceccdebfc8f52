/** Lets the user save a text as a file. The name has only letters and digits of `name`. */
export function saveText(text: string, name: string, ending: 'md' | 'txt' | 'json'): void {
  const plain = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  const type = { md: 'text/markdown', txt: 'text/plain', json: 'application/json' }[ending]
  const url = URL.createObjectURL(new Blob([text], { type }))
  const download = `${plain || 'file'}.${ending}`
  Object.assign(document.createElement('a'), { href: url, download }).click()
  URL.revokeObjectURL(url)
}
