/**
 * The hash of the old 2004 keys: GOST R 34.11-94 (RFC 5831) with its test S-box, which Kazakhstan took as its
 * own (1.2.398.3.10.1.3.1.1.0). It is here only so that certificates of that time can be checked: plain, not fast.
 */

/** Rows K1 (lowest four bits) … K8, the values for inputs 0 … 15 (RFC 4357, 11.2, TestParamSet). */
const S_BOX = [
  '4a92d80e6b1c7f53',
  'eb4c6dfa23810759',
  '581da342efc7609b',
  '7da1089fe46cb253',
  '6c715fd84a9e03b2',
  '4ba0721d36859cfe',
  'db413f590ae7682c',
  '1fd057a4923e6b8c',
].map((row) => Array.from(row, (digit) => Number.parseInt(digit, 16)));

/** C3 of the key schedule, lowest byte first. */
const C3 = [
  0x00, 0xff, 0x00, 0xff, 0x00, 0xff, 0x00, 0xff, 0xff, 0x00, 0xff, 0x00, 0xff, 0x00, 0xff, 0x00, 0x00, 0xff,
  0xff, 0x00, 0xff, 0x00, 0x00, 0xff, 0xff, 0x00, 0x00, 0x00, 0xff, 0xff, 0x00, 0xff,
];

/** 32 bytes, in the order in which ASN.1 carries them. */
export function gost94(data: Uint8Array): Uint8Array {
  let h: Uint8Array = new Uint8Array(32);
  const sum = new Uint8Array(32);
  for (let at = 0; at < data.length; at += 32) {
    const block = new Uint8Array(32);
    block.set(data.subarray(at, at + 32));
    h = step(h, block);
    let carry = 0;
    for (let i = 0; i < 32; i++) {
      carry += sum[i]! + block[i]!;
      sum[i] = carry & 255;
      carry >>= 8;
    }
  }
  const length = new Uint8Array(32);
  for (let i = 0, bits = data.length * 8; bits > 0; i++, bits = Math.floor(bits / 256))
    length[i] = bits % 256;
  return step(step(h, length), sum);
}

function xor(a: Uint8Array, b: ArrayLike<number>): Uint8Array {
  return a.map((byte, i) => byte ^ b[i]!);
}

function step(h: Uint8Array, m: Uint8Array): Uint8Array {
  const encrypted = new Uint8Array(32);
  let u = h;
  let v = m;
  for (let i = 0; i < 4; i++) {
    if (i > 0) {
      u = shiftKey(u);
      if (i === 2) u = xor(u, C3);
      v = shiftKey(shiftKey(v));
    }
    encrypted.set(encrypt(permute(xor(u, v)), h.subarray(8 * i, 8 * i + 8)), 8 * i);
  }
  return shuffle(xor(h, shuffle(xor(m, shuffle(encrypted, 12)), 1)), 61);
}

/** A: (x4, x3, x2, x1) → (x1 xor x2, x4, x3, x2). */
function shiftKey(x: Uint8Array): Uint8Array {
  const out = new Uint8Array(32);
  out.set(x.subarray(8));
  for (let i = 0; i < 8; i++) out[24 + i] = x[i]! ^ x[8 + i]!;
  return out;
}

/** P. */
function permute(y: Uint8Array): Uint8Array {
  const out = new Uint8Array(32);
  for (let i = 0; i < 4; i++) for (let k = 0; k < 8; k++) out[i + 4 * k] = y[8 * i + k]!;
  return out;
}

/** ψ, a shift register of 16-bit words. */
function shuffle(x: Uint8Array, times: number): Uint8Array {
  let state = x;
  for (let i = 0; i < times; i++) {
    const next = new Uint8Array(32);
    next.set(state.subarray(2));
    for (let half = 0; half < 2; half++) {
      next[30 + half] = [0, 1, 2, 3, 12, 15].reduce((all, word) => all ^ state[2 * word + half]!, 0);
    }
    state = next;
  }
  return state;
}

/** One block of GOST 28147-89. */
function encrypt(key: Uint8Array, block: Uint8Array): Uint8Array {
  const word = (bytes: Uint8Array, i: number): number =>
    bytes[4 * i]! | (bytes[4 * i + 1]! << 8) | (bytes[4 * i + 2]! << 16) | (bytes[4 * i + 3]! << 24);
  let low = word(block, 0);
  let high = word(block, 1);
  for (let round = 0; round < 32; round++) {
    const sum = (low + word(key, round < 24 ? round % 8 : 31 - round)) | 0;
    let substituted = 0;
    for (let i = 0; i < 8; i++) substituted |= S_BOX[i]![(sum >>> (4 * i)) & 15]! << (4 * i);
    const next = high ^ ((substituted << 11) | (substituted >>> 21));
    high = low;
    low = next;
  }
  const out = new Uint8Array(8);
  for (let i = 0; i < 4; i++) {
    out[i] = (high >>> (8 * i)) & 255;
    out[4 + i] = (low >>> (8 * i)) & 255;
  }
  return out;
}
