import { afterEach, describe, expect, it, vi } from 'vitest'
import { scalePicture } from './prepare-file.ts'

afterEach(() => vi.unstubAllGlobals())

/** Draws a picture whose every pixel has another color, as a photo has. */
async function photo(width: number, height: number, type = 'image/jpeg'): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  const tile = new ImageData(256, 256)
  for (let at = 0; at < tile.data.length; at++)
    tile.data[at] = at % 4 === 3 ? 255 : (at * 7919) % 251
  for (let x = 0; x < width; x += 256) {
    for (let y = 0; y < height; y += 256) context.putImageData(tile, x, y)
  }
  return new File([await canvas.convertToBlob({ type, quality: 0.95 })], 'photo', { type })
}

async function sizeOf(file: File | undefined): Promise<[number, number]> {
  const { width, height } = await createImageBitmap(file as File)
  return [width, height]
}

describe('scalePicture', () => {
  it('makes a photo of 12 megapixels smaller while frames go on', async () => {
    const file = await photo(4000, 3000)
    let isDone = false
    const made = vi.spyOn(globalThis, 'Worker')
    let frames = 0
    const count = (): void => {
      frames++
      if (!isDone) requestAnimationFrame(count)
    }
    count()
    const small = await scalePicture(file, 'image/jpeg', true, 1_000_000)
    isDone = true
    expect(made).toHaveBeenCalledOnce()
    made.mockRestore()
    expect(small?.type).toBe('image/jpeg')
    expect(small?.size).toBeLessThanOrEqual(1_000_000)
    expect(Math.max(...(await sizeOf(small)))).toBeLessThanOrEqual(2048)
    expect(frames).toBeGreaterThan(1)
  })

  it('keeps a picture that fits, and its bytes', async () => {
    const file = await photo(300, 200, 'image/png')
    const made = await scalePicture(file, 'image/png', true, 1_000_000)
    expect(await made?.arrayBuffer()).toEqual(await file.arrayBuffer())
    expect(made?.type).toBe('image/png')
  })

  it('makes a long picture fit', async () => {
    const made = await scalePicture(await photo(1440, 8570), 'image/png', true, 1_000_000)
    const [width, height] = await sizeOf(made)
    expect(height).toBeLessThanOrEqual(2048)
    expect(width / height).toBeCloseTo(1440 / 8570, 2)
  })

  it('makes a kind that models do not take one that they take', async () => {
    const made = await scalePicture(await photo(30, 20, 'image/png'), 'image/bmp', false, 1_000_000)
    expect(['image/webp', 'image/png']).toContain(made?.type)
  })

  it('gives nothing for what the browser cannot draw', async () => {
    const file = new File(['hello'], 'a.heic', { type: 'image/heic' })
    expect(await scalePicture(file, 'image/heic', false, 1_000_000)).toBeUndefined()
  })

  // The last one: a page that has forbidden a worker is not asked again.
  it('works where a policy forbids workers', async () => {
    vi.stubGlobal('Worker', function Worker() {
      throw new DOMException('Forbidden', 'SecurityError')
    })
    const made = await scalePicture(await photo(3000, 100), 'image/jpeg', true, 1_000_000)
    expect((await sizeOf(made))[0]).toBe(2048)
  })
})
