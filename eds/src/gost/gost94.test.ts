import { expect, test } from 'vitest';
import { latin1ToBytes, toHex } from '../bytes.ts';
import { gost94 } from './gost94.ts';

/** RFC 5831, 7.3 and the commonly published answers for the test S-box. */
test.each([
  ['', 'ce85b99cc46752fffee35cab9a7b0278abb4c2d2055cff685af4912c49490f8d'],
  ['abc', 'f3134348c44fb1b2a277729e2285ebb5cb5e0f29c975bc753b70497c06a4d51d'],
  ['message digest', 'ad4434ecb18f2c99b60cbe59ec3d2469582b65273f48de72db2fde16a4889a4d'],
  ['This is message, length=32 bytes', 'b1c466d37519b82e8319819ff32595e047a28cb6f83eff1c6916a815a637fffa'],
  [
    'Suppose the original message has length = 50 bytes',
    '471aba57a60a770d3a76130635c1fbea4ef14de51f78b4ae57dd893b62f55208',
  ],
])('hashes "%s"', (text, hash) => {
  expect(toHex(gost94(latin1ToBytes(text)))).toBe(hash);
});
