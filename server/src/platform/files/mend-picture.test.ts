import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { mendPicture } from './mend-picture.ts';

const SECRET = 'PK\x03\x04<script>alert(1)</script>';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, sum]);
}

function png({ width = 2, height = 2, extra = [] as Buffer[], tail = '' } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const points = deflateSync(Buffer.alloc(6));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', points),
    chunk('IEND', Buffer.alloc(0)),
    Buffer.from(tail, 'latin1'),
  ]);
}

const segment = (code: number, data: Buffer | string) => {
  const body = Buffer.from(data as string, 'latin1');
  return Buffer.concat([Buffer.from([0xff, code, (body.length + 2) >> 8, (body.length + 2) & 255]), body]);
};

/** A grey picture of one block; `parts` stand behind its beginning. */
function jpeg({ width = 8, height = 8, parts = [] as Buffer[], tail = '' } = {}): Buffer {
  const frame = Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]);
  const codes = (kind: number) => Buffer.from([kind, 1, ...Array<number>(15).fill(0), 0]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...parts,
    segment(0xdb, Buffer.from([0, ...Array<number>(64).fill(1)])),
    segment(0xc0, frame),
    segment(0xc4, codes(0)),
    segment(0xc4, codes(0x10)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x3f, 0xff, 0x00, 0xff, 0xd0, 0x3f]),
    Buffer.from([0xff, 0xd9]),
    Buffer.from(tail, 'latin1'),
  ]);
}

const exif = (turn: number) =>
  segment(
    0xe1,
    `Exif\0\0II*\0\x08\0\0\0\x02\0\x0f\x01\x02\0\x01\0\0\0A\0\0\0\x12\x01\x03\0\x01\0\0\0${String.fromCharCode(turn)}\0\0\0\0\0\0\0${SECRET}`,
  );

function mended(kind: 'jpeg' | 'png', bytes: Buffer): Buffer {
  const result = mendPicture(kind, bytes);
  expect(result.status).toBe('ok');
  return Buffer.from((result as { bytes: Uint8Array }).bytes);
}
const code = (kind: 'jpeg' | 'png', bytes: Buffer) => {
  const result = mendPicture(kind, bytes);
  return result.status === 'ok' ? 'ok' : result.code;
};

describe('a picture that is kept', () => {
  test('is what was sent when nothing else is in it', () => {
    expect(mended('png', png())).toEqual(png());
    expect(mended('jpeg', jpeg())).toEqual(jpeg());
  });

  test('has lost what does not draw it', () => {
    const words = chunk('tEXt', Buffer.from(`Comment\0${SECRET}`, 'latin1'));
    expect(mended('png', png({ extra: [words], tail: SECRET }))).toEqual(png());
    const parts = [segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0'), segment(0xfe, SECRET), exif(1)];
    expect(mended('jpeg', jpeg({ parts, tail: SECRET }))).toEqual(jpeg());
  });

  test('still says which side is up and how its colours are coded', () => {
    const adobe = segment(0xee, `Adobe\0\x64\0\0\0\0\x01${SECRET}`);
    const kept = mended('jpeg', jpeg({ parts: [exif(6), adobe] }));
    expect(kept.includes('script')).toBe(false);
    expect(kept.subarray(2, 38).toString('latin1')).toBe(
      '\xff\xe1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0',
    );
    expect(kept.subarray(38, 54).toString('latin1')).toBe('\xff\xee\0\x0eAdobe\0\x64\0\0\0\0\x01');
    // What we wrote is read again as what it says.
    expect(mended('jpeg', kept)).toEqual(kept);
  });
});

test.each<[string, 'jpeg' | 'png', Buffer, string]>([
  ['a PNG of one changed byte', 'png', Buffer.from(png()).fill(1, 20, 21), 'picture_broken'],
  ['a PNG that breaks off', 'png', png().subarray(0, -12), 'picture_broken'],
  [
    'a PNG of another kind of part',
    'png',
    png({ extra: [chunk('EVIL', Buffer.from('x'))] }),
    'picture_broken',
  ],
  ['a PNG of no size', 'png', png({ width: 0 }), 'picture_broken'],
  ['a PNG that would fill the memory', 'png', png({ width: 29_000, height: 29_000 }), 'picture_too_large'],
  ['a JPEG that breaks off', 'jpeg', jpeg().subarray(0, -2), 'picture_broken'],
  ['a JPEG without a picture', 'jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 'picture_broken'],
  ['a JPEG of two frames', 'jpeg', jpeg({ parts: [segment(0xc0, Buffer.alloc(9, 1))] }), 'picture_broken'],
  ['a JPEG that is too wide', 'jpeg', jpeg({ width: 60_000 }), 'picture_too_large'],
])('%s is refused', (_name, kind, bytes, why) => {
  expect(code(kind, bytes)).toBe(why);
});

test('one byte changed, or cut anywhere, never throws', () => {
  for (const [kind, whole] of [
    ['png', png({ extra: [chunk('tEXt', Buffer.from('a\0b'))] })],
    ['jpeg', jpeg({ parts: [exif(3)] })],
  ] as const)
    for (let at = 0; at < whole.length; at++) {
      for (const value of [0, 0xff, whole[at]! ^ 0x80]) {
        const changed = Buffer.from(whole);
        changed[at] = value;
        expect(() => mendPicture(kind, changed)).not.toThrow();
      }
      expect(() => mendPicture(kind, whole.subarray(0, at))).not.toThrow();
    }
});
