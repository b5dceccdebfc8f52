const width = 32
const context = 2_048

/** The tokens of control. Their ids follow those of the bytes and of the pairs. */
const marks = ['<|im_start|>', '<|im_end|>']
const pairs = ['Ġt', 'in', '":', '{"', 'red']
const merges = ['Ġ t', 'i n', '" :', '{ "', 'r e', 're d']
const template = `{%- for m in messages %}{{ '<|im_start|>' + m.role + '\\n' + m.content + '<|im_end|>\\n' }}{%- endfor %}{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{%- endif %}`

/** Returns the character by which a tokenizer of this kind writes a byte. */
function toLetters(): string[] {
  let next = 256
  return Array.from({ length: 256 }, (_, byte) => {
    const isVisible = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173)
    return String.fromCodePoint(isVisible ? byte : next++)
  })
}

/**
 * Writes the files of a model of ONNX with random weights. Its tokens are all bytes, a few pairs and
 * those of ChatML, so that it writes something, which means nothing. The same files each time.
 */
export function randomOnnx(): Record<string, Uint8Array<ArrayBuffer>> {
  const tokens = [...toLetters(), ...pairs, 're', ...marks]
  const end = tokens.length - 1
  const json = (value: unknown): Uint8Array<ArrayBuffer> =>
    new TextEncoder().encode(JSON.stringify(value))
  return {
    'config.json': json({
      model_type: 'llama',
      architectures: ['LlamaForCausalLM'],
      vocab_size: tokens.length,
      hidden_size: width,
      head_dim: width,
      num_attention_heads: 1,
      num_key_value_heads: 1,
      num_hidden_layers: 1,
      max_position_embeddings: context,
      eos_token_id: end,
    }),
    'generation_config.json': json({ eos_token_id: [end], do_sample: true }),
    'tokenizer_config.json': json({
      tokenizer_class: 'PreTrainedTokenizer',
      eos_token: marks[1],
      clean_up_tokenization_spaces: false,
      chat_template: template,
    }),
    'tokenizer.json': json({
      version: '1.0',
      added_tokens: marks.map((content, at) => ({
        id: tokens.length - marks.length + at,
        content,
        special: true,
        single_word: false,
        lstrip: false,
        rstrip: false,
        normalized: false,
      })),
      normalizer: null,
      pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, use_regex: true },
      post_processor: null,
      decoder: { type: 'ByteLevel', add_prefix_space: false, use_regex: true },
      model: {
        type: 'BPE',
        vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
        merges,
      },
    }),
    'onnx/model_q4.onnx': toModel(tokens.length),
  }
}

const float = 1
const int64 = 7

/**
 * Returns a model that adds to the last token the mean of all tokens, which it keeps between its
 * runs as values of the past.
 *
 * Source: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
 */
function toModel(letters: number): Uint8Array<ArrayBuffer> {
  const past = [1, 1, 'past', width] as const
  const total = [1, 1, 'total', width] as const
  const graph = [
    bytes(1, node('Gather', ['embedding', 'input_ids'], 'words')),
    bytes(1, node('Unsqueeze', ['words', 'second'], 'heads')),
    ...(['key', 'value'] as const).map((of) =>
      bytes(
        1,
        node('Concat', [`past_key_values.0.${of}`, 'heads'], `present.0.${of}`, ['axis', 2]),
      ),
    ),
    // Fails if the mask is of another length.
    bytes(1, node('Cast', ['attention_mask'], 'seen', ['to', float])),
    bytes(1, node('Unsqueeze', ['seen', 'second, fourth'], 'mask')),
    bytes(1, node('Mul', ['present.0.value', 'mask'], 'values')),
    bytes(1, node('ReduceMean', ['values', 'third'], 'means')),
    bytes(1, node('Squeeze', ['means', 'second'], 'mean')),
    bytes(1, node('Add', ['words', 'mean'], 'sum')),
    bytes(1, node('Gather', ['places', 'position_ids'], 'place')),
    bytes(1, node('Add', ['sum', 'place'], 'state')),
    bytes(1, node('MatMul', ['state', 'head'], 'logits')),
    text(2, 'random'),
    bytes(5, weights('embedding', [letters, width], 1)),
    bytes(5, weights('head', [width, letters], 2)),
    bytes(5, weights('places', [context, width], 3)),
    bytes(5, axes('second', 1)),
    bytes(5, axes('third', 2)),
    bytes(5, axes('second, fourth', 1, 3)),
    bytes(11, value('input_ids', int64, [1, 'length'])),
    bytes(11, value('attention_mask', int64, [1, 'total'])),
    bytes(11, value('position_ids', int64, [1, 'length'])),
    bytes(11, value('past_key_values.0.key', float, past)),
    bytes(11, value('past_key_values.0.value', float, past)),
    bytes(12, value('logits', float, [1, 'length', letters])),
    bytes(12, value('present.0.key', float, total)),
    bytes(12, value('present.0.value', float, total)),
  ]
  return join([number(1, 10), bytes(7, join(graph)), bytes(8, number(2, 18))])
}

function node(
  type: string,
  inputs: readonly string[],
  output: string,
  [name, setting]: [name?: string, setting?: number] = [],
): Uint8Array {
  const named = [...inputs.map((input) => text(1, input)), text(2, output), text(4, type)]
  if (name === undefined || setting === undefined) return join(named)
  return join([...named, bytes(5, join([text(1, name), number(3, setting), number(20, 2)]))])
}

const value = (name: string, type: number, size: readonly (number | string)[]): Uint8Array => {
  const sizes = size.map((each) =>
    bytes(1, typeof each === 'number' ? number(1, each) : text(2, each)),
  )
  const tensor = join([number(1, type), bytes(2, join(sizes))])
  return join([text(1, name), bytes(2, bytes(1, tensor))])
}

function weights(name: string, size: readonly number[], seed: number): Uint8Array {
  const length = size.reduce((product, each) => product * each, 1)
  let state = seed
  const values = Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  })
  return tensor(name, float, size, new Uint8Array(values.buffer))
}

const axes = (name: string, ...at: readonly number[]): Uint8Array =>
  tensor(name, int64, [at.length], new Uint8Array(BigInt64Array.from(at, BigInt).buffer))

const tensor = (name: string, type: number, size: readonly number[], raw: Uint8Array): Uint8Array =>
  join([...size.map((each) => number(1, each)), number(2, type), text(8, name), bytes(9, raw)])

/** Writes a field of a message: its number, the kind of its value, and the value. */
const number = (field: number, value: number): Uint8Array =>
  Uint8Array.from([...varint(field << 3), ...varint(value)])

const text = (field: number, value: string): Uint8Array =>
  bytes(field, new TextEncoder().encode(value))

const bytes = (field: number, value: Uint8Array): Uint8Array =>
  join([Uint8Array.from([...varint((field << 3) | 2), ...varint(value.length)]), value])

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
