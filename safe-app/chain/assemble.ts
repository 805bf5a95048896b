import type { Hex } from 'viem'

/** The opcodes that contracts of a local chain use, by name. */
const opcodes: Readonly<Record<string, number>> = {
  stop: 0x00,
  add: 0x01,
  sub: 0x03,
  div: 0x04,
  lt: 0x10,
  eq: 0x14,
  iszero: 0x15,
  or: 0x17,
  shr: 0x1c,
  keccak256: 0x20,
  address: 0x30,
  caller: 0x33,
  callvalue: 0x34,
  calldataload: 0x35,
  calldatasize: 0x36,
  calldatacopy: 0x37,
  codecopy: 0x39,
  pop: 0x50,
  mload: 0x51,
  mstore: 0x52,
  sload: 0x54,
  sstore: 0x55,
  jump: 0x56,
  jumpi: 0x57,
  gas: 0x5a,
  dup1: 0x80,
  dup2: 0x81,
  dup3: 0x82,
  swap1: 0x90,
  log3: 0xa3,
  log4: 0xa4,
  call: 0xf1,
  return: 0xf3,
  delegatecall: 0xf4,
  revert: 0xfd,
}

const JUMPDEST = '5b'
const PUSH1 = 0x60
/** Labels are always pushed as two bytes, so that their positions are known before their values. */
const PUSH2 = '61'

/**
 * Assembles EVM bytecode, because nothing here compiles Solidity. A word is an opcode's name, a hex number to
 * push (`0x80`), a label (`fail:`) or a label's address to push (`@fail`); the rest of a line after `;` is a
 * comment. Throws on an unknown word.
 */
export function assemble(source: string): Hex {
  const words = source.split('\n').flatMap((line) => (line.split(';')[0] ?? '').split(/\s+/).filter(Boolean))
  const places = new Map<string, number>()
  const parts: (string | { readonly label: string })[] = []
  let length = 0
  for (const word of words) {
    const part = encode(word)
    if (word.endsWith(':')) places.set(word.slice(0, -1), length)
    length += typeof part === 'string' ? part.length / 2 : 3
    parts.push(part)
  }
  const code = parts.map((part) => {
    if (typeof part === 'string') return part
    const place = places.get(part.label)
    if (place === undefined) throw new RangeError(`There is no label "${part.label}".`)
    return PUSH2 + place.toString(16).padStart(4, '0')
  })
  return `0x${code.join('')}`
}

function encode(word: string): string | { readonly label: string } {
  if (word.endsWith(':')) return JUMPDEST
  if (word.startsWith('@')) return { label: word.slice(1) }
  if (/^0x[0-9a-f]+$/i.test(word)) {
    const digits = word.slice(2)
    const bytes = digits.length % 2 === 0 ? digits : `0${digits}`
    if (bytes.length > 64) throw new RangeError(`${word} is longer than a word of the EVM.`)
    return (PUSH1 + bytes.length / 2 - 1).toString(16) + bytes.toLowerCase()
  }
  const opcode = opcodes[word]
  if (opcode === undefined) throw new RangeError(`There is no opcode "${word}".`)
  return opcode.toString(16).padStart(2, '0')
}

/** Creation code that deploys `runtime`. */
export function creationCode(runtime: Hex): Hex {
  const size = (runtime.length - 2) / 2
  const hexSize = `0x${size.toString(16).padStart(4, '0')}`
  const head = (offset: string) => assemble(`${hexSize} dup1 ${offset} 0x00 codecopy 0x00 return`)
  const offset = `0x${((head('0x00').length - 2) / 2).toString(16).padStart(2, '0')}`
  return `${head(offset)}${runtime.slice(2)}`
}
