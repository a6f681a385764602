/**
 * The only door to node-forge: ciphers and hashes of PKCS#12 that no modern platform offers any more.
 * Verification never pays for it.
 */

interface ForgeBuffer {
  getBytes(): string;
}
interface ForgeCipher {
  start(options: { iv: string } | string): void;
  update(buffer: ForgeBuffer): void;
  finish(): boolean;
  output: ForgeBuffer;
}
interface ForgeHash {
  update(bytes: string): ForgeHash;
  digest(): ForgeBuffer;
}
type ForgeHashName = 'sha1' | 'sha256' | 'sha384' | 'sha512';

/** Bytes are strings of characters 0 … 255 in node-forge. */
export interface Forge {
  cipher: {
    createDecipher(name: string, key: string): ForgeCipher;
    createCipher(name: string, key: string): ForgeCipher;
  };
  rc2: {
    createDecryptionCipher(key: string, bits: number): ForgeCipher;
    createEncryptionCipher(key: string, bits: number): ForgeCipher;
  };
  md: Record<ForgeHashName, { create(): ForgeHash & { start(): void } }>;
  hmac: {
    create(): {
      start(hash: ForgeHashName, key: string): void;
      update(bytes: string): void;
      digest(): ForgeBuffer;
    };
  };
  pbkdf2(password: string, salt: string, rounds: number, length: number, hash: ForgeHashName): string;
  util: { createBuffer(bytes: string): ForgeBuffer };
}

/** Loads them on first use, in one piece. */
export async function loadForge(): Promise<Forge> {
  const library = await import('./forge-library.ts');
  return library.default as Forge;
}
