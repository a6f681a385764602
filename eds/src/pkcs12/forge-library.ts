// Other workspaces compile this file without listing ours, so it brings the declaration of node-forge's parts along.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./forge-parts.d.ts" />

import 'node-forge/lib/aes.js';
import 'node-forge/lib/des.js';
import 'node-forge/lib/hmac.js';
import 'node-forge/lib/pbkdf2.js';
import 'node-forge/lib/rc2.js';
import 'node-forge/lib/sha1.js';
import 'node-forge/lib/sha256.js';
import 'node-forge/lib/sha512.js';
import forge from 'node-forge/lib/forge.js';

/** node-forge with the parts of PKCS#12 alone. Loaded through `forge.ts` only. */
export default forge;
