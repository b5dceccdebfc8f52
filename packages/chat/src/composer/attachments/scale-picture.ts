/** The longest side of a picture that is sent, in pixels. Models read no more of a larger one. */
const longestSide = 2048

/**
 * Makes a picture fit for models: at most 2,048 pixels a side and `maxBytes`, as JPEG. A picture
 * that may have parts that are not opaque becomes WebP, or PNG in browsers that write none. One
 * that fits already is returned itself, with `type` as its media type. A picture is made smaller in
 * a worker, so that no frame of the page waits. Where the page's policy forbids workers from
 * `blob:`, the page does it.
 *
 * @param type The media type that the bytes show.
 * @param isTaken True if models take pictures of this type as they are.
 * @returns Undefined if the browser cannot draw the picture.
 */
export async function scalePicture(
  file: File,
  type: string,
  isTaken: boolean,
  maxBytes: number,
): Promise<File | undefined> {
  if (isTaken && file.size <= maxBytes) {
    const image = await createImageBitmap(file).catch(() => undefined)
    if (!image) return undefined
    const isSmall = Math.max(image.width, image.height) <= longestSide
    image.close()
    if (isSmall) return new File([file], file.name, { type })
  }
  const wanted = type === 'image/jpeg' || type === 'image/heic' ? 'image/jpeg' : 'image/webp'
  const job: Job = { file, side: longestSide, maxBytes, type: wanted }
  const drawn = await drawAside(job).catch(() => draw(job))
  return drawn && new File([drawn], file.name, { type: drawn.type })
}

interface Job {
  readonly file: Blob
  readonly side: number
  readonly maxBytes: number
  readonly type: string
}

/**
 * Draws a picture. The text of this function is the script of the worker, so it uses nothing from
 * outside. It has no functions inside, because some build tools add calls of their own to these.
 */
async function draw({ file, side, maxBytes, type }: Job): Promise<Blob | undefined> {
  let image
  try {
    image = await createImageBitmap(file)
  } catch {
    return undefined
  }
  const longest = Math.max(image.width, image.height)
  let scale = Math.min(1, side / longest)
  let drawn
  do {
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(image.width * scale)),
      Math.max(1, Math.round(image.height * scale)),
    )
    const context = canvas.getContext('2d')
    if (!context) break
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    drawn = await canvas.convertToBlob({ type, quality: 0.85 })
    scale *= 0.7
  } while (drawn.size > maxBytes && scale * longest > 64)
  image.close()
  return drawn
}

const script = `const draw = ${String(draw)}
onmessage = ({ data }) => draw(data).then((drawn) => postMessage({ drawn }), () => postMessage(0))`

/** What the worker sends: the picture, or 0 if its script failed. */
type Drawn = 0 | { readonly drawn: Blob | undefined }

/** True once the page's policy has forbidden a worker. */
let isForbidden = false

/** Draws a picture in a worker. Rejects if there is none, or if it cannot run the script. */
async function drawAside(job: Job): Promise<Blob | undefined> {
  if (isForbidden) throw new Error('The policy forbids workers.')
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  const { promise, resolve, reject } = Promise.withResolvers<Blob | undefined>()
  let worker: Worker | undefined
  try {
    worker = new Worker(url)
    worker.addEventListener('message', ({ data }: MessageEvent<Drawn>) =>
      data === 0 ? reject(new Error('The worker failed.')) : resolve(data.drawn),
    )
    worker.addEventListener('error', reject)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that of a window
    worker.postMessage(job)
    return await promise
  } catch (error) {
    isForbidden = true
    throw error
  } finally {
    worker?.terminate()
    URL.revokeObjectURL(url)
  }
}
