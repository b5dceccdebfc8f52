import sharp from 'sharp'
import type { Frame, Point } from './frame-recorder.ts'

/** Encodes frames, with the pointer drawn into each, as one lossless animated WebP that repeats. */
export async function toAnimatedWebp(
  frames: readonly Frame[],
  size: { width: number; height: number },
): Promise<Buffer> {
  const pictures = await Promise.all(
    frames.map(({ png, pointer }) =>
      sharp(png)
        .composite([{ input: Buffer.from(arrowAt(pointer, size)) }])
        .png()
        .toBuffer(),
    ),
  )
  return sharp(pictures, { join: { animated: true } })
    .webp({ lossless: true, minSize: true, delay: frames.map(({ ms }) => ms), loop: 0 })
    .toBuffer()
}

/** Returns a picture of the size of a frame, with the pointer at its place. */
const arrowAt = ({ x, y }: Point, { width, height }: { width: number; height: number }): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <path d="M0 0v17l4-4 3 7 3-1-3-7h5z" fill="#111" stroke="#fff"
      transform="translate(${Math.round(x)} ${Math.round(y)})"/>
  </svg>`
