const width = 64
const heads = 2
const inner = 128
const context = 4_096
const letters = 128

/** The kinds of values in a GGUF file. */
const kinds = { uint32: 4, int32: 5, float32: 6, boolean: 7, text: 8, list: 9 }

/**
 * Writes a GGUF file of a small llama with random weights. Its tokens are the ASCII characters and
 * those of ChatML, so that it writes something, which means nothing. The same file each time.
 *
 * Source: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 */
export function randomGguf(): Uint8Array<ArrayBuffer> {
  const tokens = [...Array.from({ length: letters }, (_, byte) => toLetter(byte)), ...marks]
  const fields = [
    field('general.architecture', 'text', text('llama')),
    field('general.name', 'text', text('random')),
    field('llama.context_length', 'uint32', uint32(context)),
    field('llama.embedding_length', 'uint32', uint32(width)),
    field('llama.block_count', 'uint32', uint32(1)),
    field('llama.feed_forward_length', 'uint32', uint32(inner)),
    field('llama.attention.head_count', 'uint32', uint32(heads)),
    field('llama.attention.head_count_kv', 'uint32', uint32(heads)),
    field('llama.rope.dimension_count', 'uint32', uint32(width / heads)),
    field('llama.attention.layer_norm_rms_epsilon', 'float32', float32(1e-5)),
    field('llama.vocab_size', 'uint32', uint32(tokens.length)),
    field('general.file_type', 'uint32', uint32(0)),
    field('tokenizer.ggml.model', 'text', text('gpt2')),
    field('tokenizer.ggml.pre', 'text', text('smollm')),
    field('tokenizer.ggml.tokens', 'list', list('text', tokens.map(text))),
    field(
      'tokenizer.ggml.token_type',
      'list',
      list(
        'int32',
        tokens.map((_, index) => uint32(index < letters ? 1 : 3)),
      ),
    ),
    field('tokenizer.ggml.merges', 'list', list('text', [text('Ġ t')])),
    field('tokenizer.ggml.bos_token_id', 'uint32', uint32(letters)),
    field('tokenizer.ggml.eos_token_id', 'uint32', uint32(letters + 1)),
    field('tokenizer.ggml.padding_token_id', 'uint32', uint32(letters + 1)),
    field('tokenizer.ggml.add_bos_token', 'boolean', Uint8Array.of(0)),
    field('tokenizer.chat_template', 'text', text(template)),
  ]
  const tensors = [
    { name: 'token_embd.weight', size: [width, tokens.length] },
    { name: 'output_norm.weight', size: [width] },
    { name: 'output.weight', size: [width, tokens.length] },
    { name: 'blk.0.attn_norm.weight', size: [width] },
    ...['q', 'k', 'v', 'output'].map((of) => ({
      name: `blk.0.attn_${of}.weight`,
      size: [width, width],
    })),
    { name: 'blk.0.ffn_norm.weight', size: [width] },
    { name: 'blk.0.ffn_gate.weight', size: [width, inner] },
    { name: 'blk.0.ffn_up.weight', size: [width, inner] },
    { name: 'blk.0.ffn_down.weight', size: [inner, width] },
  ]
  const random = createRandom()
  let offset = 0
  const infos: Uint8Array[] = []
  const weights: Uint8Array[] = []
  for (const { name, size } of tensors) {
    infos.push(text(name), uint32(size.length), ...size.map(uint64), uint32(0), uint64(offset))
    const count = size.reduce((product, each) => product * each, 1)
    // The sizes are multiples of 32 bytes, as the format wants it. A norm is all ones.
    const values = Float32Array.from({ length: count }, () =>
      size.length === 1 ? 1 : random() * 0.2,
    )
    weights.push(new Uint8Array(values.buffer))
    offset += values.byteLength
  }
  const head = join([
    new TextEncoder().encode('GGUF'),
    uint32(3),
    uint64(tensors.length),
    uint64(fields.length),
    ...fields,
    ...infos,
  ])
  return join([head, new Uint8Array((32 - (head.length % 32)) % 32), ...weights])
}

const marks = ['<|im_start|>', '<|im_end|>']
const template = `{%- for m in messages %}{{ '<|im_start|>' + m.role + '\\n' + m.content + '<|im_end|>\\n' }}{%- endfor %}{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{%- endif %}`

/** Returns the character by which a tokenizer of this kind writes a byte. */
const toLetter = (byte: number): string =>
  byte > 32 && byte < 127
    ? String.fromCodePoint(byte)
    : String.fromCodePoint(256 + (byte <= 32 ? byte : byte - 127 + 33))

function createRandom(): () => number {
  let seed = 1
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32 - 0.5
  }
}

const field = (key: string, kind: keyof typeof kinds, value: Uint8Array): Uint8Array =>
  join([text(key), uint32(kinds[kind]), value])

const list = (kind: keyof typeof kinds, values: readonly Uint8Array[]): Uint8Array =>
  join([uint32(kinds[kind]), uint64(values.length), ...values])

function text(value: string): Uint8Array {
  const bytes = new TextEncoder().encode(value)
  return join([uint64(bytes.length), bytes])
}

const uint32 = (value: number): Uint8Array => new Uint8Array(Uint32Array.of(value).buffer)
const uint64 = (value: number): Uint8Array =>
  new Uint8Array(BigUint64Array.of(BigInt(value)).buffer)
const float32 = (value: number): Uint8Array => new Uint8Array(Float32Array.of(value).buffer)

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
