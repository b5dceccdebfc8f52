import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { expect, it, onTestFinished } from 'vitest'
import { createRandom } from '../../../browser/test/durability/random.ts'
import { Device, User } from './device.ts'
import { flaky, KilledServer } from './killed-server.ts'

const isLong = Boolean(env['AMBIT_LONG'])
const seed = Number(env['AMBIT_SEED'] ?? 20_261_128)
const operations = isLong ? 10_000 : 300
const killEvery = isLong ? 250 : 100

it(
  'two devices of a user, and another user, lose and mix up nothing, whatever the network and the server do',
  { timeout: isLong ? 3_600_000 : 300_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ambit-devices-'))
    const server = new KilledServer(join(folder, 'sessions.db'), 100)
    onTestFinished(async () => {
      await server.kill()
      rmSync(folder, { recursive: true })
    })
    await server.start()
    const [ada, eve] = [new User('ada'), new User('eve')]
    const placed = [
      [ada, 'laptop'],
      [ada, 'phone'],
      [eve, 'desk'],
    ] as const
    const devices = placed.map(([user, name], nth) => {
      const random = createRandom(seed + nth)
      const fetch = server.fetchOf(user.name)
      return new Device(user, name, flaky(fetch, random), random)
    })
    let done = 0
    let kills = 0
    let starting = Promise.resolve()
    const work = async (device: Device): Promise<void> => {
      while (done < operations) {
        // While the others go on.
        if (++done % killEvery === 0) {
          kills += 1
          starting = starting.then(() => server.kill()).then(() => server.start())
        }
        await device.act()
      }
    }
    await Promise.all(devices.map(work))
    await starting
    for (const device of devices) await device.end()
    expect([...ada.faults, ...eve.faults], `AMBIT_SEED=${seed}`).toEqual([])
    expect(kills).toBeGreaterThan(1)
    for (const { storedCount } of [ada, eve]) expect(storedCount).toBeGreaterThan(10)
  },
)
