/** Saves a text as a file of the user. */
export function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the file later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The name of the file of a recording. */
export const recordingFile = 'session.recording.json'

/** The name of the file of a test. */
export const testFile = 'session.test.tsx'
