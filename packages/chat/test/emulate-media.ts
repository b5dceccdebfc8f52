import { onTestFinished, type TestContext } from 'vitest'
import { cdp, server } from 'vitest/browser'

/** Lets one test see media features of the browser. Skips it where the browser cannot be told. */
export async function emulateMedia(
  { skip }: Pick<TestContext, 'skip'>,
  features: Readonly<Record<string, string>>,
): Promise<void> {
  skip(server.provider !== 'playwright', 'Only Chromium can be told its media features.')
  const set = async (features: { name: string; value: string }[]): Promise<void> => {
    await cdp().send('Emulation.setEmulatedMedia', { features })
  }
  onTestFinished(() => set([]))
  await set(Object.entries(features).map(([name, value]) => ({ name, value })))
}
