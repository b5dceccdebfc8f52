import type { Browser } from '@playwright/test'
import type { Frame, Point } from './frame-recorder.ts'

/** The area in which a frame differs from the one before, and its chunks as a picture. */
interface Change extends Point {
  width: number
  height: number
  webp: string
}

/**
 * Encodes frames as one sharp animated WebP that repeats forever. Each frame holds only the area
 * that changed since the one before. The browser encodes each area as a picture. This function
 * joins the pictures in the container format:
 * https://developers.google.com/speed/webp/docs/riff_container
 */
export async function toAnimatedWebp(
  browser: Browser,
  frames: readonly Frame[],
  size: { width: number; height: number },
): Promise<Buffer> {
  const page = await browser.newPage()
  const encoder = await page.evaluateHandle(createEncoder, size)
  const changes: (Change & { ms: number })[] = []
  for (const { png, ms, pointer } of frames) {
    const change = await encoder.evaluate((one, [base64, at]) => one.encode(base64, at), [
      png.toString('base64'),
      pointer,
    ] as const)
    const last = changes.at(-1)
    if (change) changes.push({ ...change, ms })
    else if (last) last.ms += ms
  }
  await page.close()
  const animation = chunk('ANIM', Buffer.from([255, 255, 255, 255, 0, 0]))
  return riff([header(size), animation, ...changes.map(toFrame)])
}

/**
 * Creates a function that draws the pointer into each frame and compares it with the one before.
 * Runs in the page.
 */
function createEncoder({ width, height }: { width: number; height: number }): {
  encode: (png: string, pointer: Point) => Promise<Change | undefined>
} {
  const contextOf = (canvas: OffscreenCanvas) => {
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('There is no canvas to draw on.')
    return context
  }
  const whole = contextOf(new OffscreenCanvas(width, height))
  const arrow = [0, 0, 0, 17, 4, 13, 7, 20, 10, 19, 7, 12, 13, 12]
  // A smaller difference, of 255, is seen by nobody. The browser smooths edges anew each time.
  const least = 4
  let before: Uint32Array | undefined
  const isSame = (one: number, other: number): boolean => {
    if (one === other) return true
    for (const shift of [0, 8, 16]) {
      if (Math.abs(((one >> shift) & 255) - ((other >> shift) & 255)) >= least) return false
    }
    return true
  }

  const encode = async (png: string, pointer: Point): Promise<Change | undefined> => {
    const response = await fetch(`data:image/png;base64,${png}`)
    whole.drawImage(await createImageBitmap(await response.blob()), 0, 0)
    const [x0, y0] = [Math.round(pointer.x), Math.round(pointer.y)]
    whole.beginPath()
    for (let at = 0; at < arrow.length; at += 2) {
      whole.lineTo(x0 + (arrow[at] ?? 0), y0 + (arrow[at + 1] ?? 0))
    }
    whole.closePath()
    whole.fillStyle = '#111'
    whole.strokeStyle = '#fff'
    whole.fill()
    whole.stroke()

    const { data } = whole.getImageData(0, 0, width, height)
    const pixels = new Uint32Array(data.buffer)
    const [left, top, right, bottom] = boundsOf(pixels, before)
    if (right < left) return undefined
    // Frames begin at even places.
    const [x, y] = [left - (left % 2), top - (top % 2)]
    const part = contextOf(new OffscreenCanvas(right - x + 1, bottom - y + 1))
    const image = part.createImageData(part.canvas.width, part.canvas.height)
    const changed = new Uint32Array(image.data.buffer)
    for (let row = y; row <= bottom; row++) {
      for (let column = x; column <= right; column++) {
        const at = row * width + column
        const pixel = pixels[at] ?? 0
        // A pixel that did not change stays transparent, so the frame before shows.
        if (before && isSame(before[at] ?? 0, pixel)) continue
        changed[(row - y) * image.width + column - x] = pixel
        if (before) before[at] = pixel
      }
    }
    before ??= pixels
    part.putImageData(image, 0, 0)
    const blob = await part.canvas.convertToBlob({ type: 'image/webp', quality: 1 })
    const bytes = new Uint8Array(await blob.arrayBuffer())
    let text = ''
    for (const byte of bytes) text += String.fromCharCode(byte)
    return { x, y, width: image.width, height: image.height, webp: btoa(text) }
  }

  const boundsOf = (pixels: Uint32Array, other: Uint32Array | undefined) => {
    let [left, top, right, bottom] = [width, height, -1, -1]
    for (let at = 0; at < pixels.length; at++) {
      if (other && isSame(other[at] ?? 0, pixels[at] ?? 0)) continue
      const column = at % width
      const row = (at - column) / width
      left = Math.min(left, column)
      right = Math.max(right, column)
      top = Math.min(top, row)
      bottom = row
    }
    return [left, top, right, bottom] as const
  }
  return { encode }
}

function header({ width, height }: { width: number; height: number }): Buffer {
  const body = Buffer.alloc(10)
  // It moves, and it has transparent parts.
  body.writeUInt8(0b10010, 0)
  body.writeUIntLE(width - 1, 4, 3)
  body.writeUIntLE(height - 1, 7, 3)
  return chunk('VP8X', body)
}

function toFrame({ x, y, width, height, ms, webp }: Change & { ms: number }): Buffer {
  const head = Buffer.alloc(16)
  const numbers = [x / 2, y / 2, width - 1, height - 1, ms]
  for (const [index, value] of numbers.entries()) head.writeUIntLE(value, index * 3, 3)
  return chunk('ANMF', Buffer.concat([head, pictureOf(Buffer.from(webp, 'base64'))]))
}

/** Returns the chunks of a still picture that hold its pixels, without the others. */
function pictureOf(file: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 12; at < file.length;) {
    const length = 8 + file.readUInt32LE(at + 4)
    const end = at + length + (length % 2)
    if (/^(VP8 |VP8L|ALPH)$/.test(file.toString('latin1', at, at + 4))) {
      parts.push(file.subarray(at, end))
    }
    at = end
  }
  return Buffer.concat(parts)
}

function chunk(name: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from(name, 'latin1'), length, body, Buffer.alloc(body.length % 2)])
}

const riff = (chunks: readonly Buffer[]): Buffer =>
  chunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]))
